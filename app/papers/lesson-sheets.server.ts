import { formatDate } from '../italian/dates'
import { formatHours } from '../italian/numbers'
import { formatTimes } from '../italian/times'
import { siteSettings } from '../site/settings'
import type { Paper, PaperKit } from './paper.server'
import type { BlankRegisterFacts, LessonFacts, SignInSheetFacts } from './rules'

/** How many rows without a name a sheet has, for people who come and are not on the list. */
const SPARE_ROWS = 3

/** Draws the sign-in sheet of a lesson. */
export async function drawSignInSheet(facts: SignInSheetFacts): Promise<Buffer> {
  const kit = await import('./paper.server')
  const { newPaper, mm } = kit
  const { title, lesson } = facts
  const paper = await newPaper({
    title: ['Foglio firme', title, lesson && formatDate(lesson.startDate, 'd MMMM yyyy')]
      .filter(Boolean)
      .join(', '),
    createdAt: facts.printedAt,
    margins: { top: mm(30), right: mm(15), bottom: mm(20), left: mm(15) },
  })
  await drawLessonPage(paper, kit, { ...facts, kind: 'Foglio firme' })
  const { left, width } = textArea(paper)
  const lessonNumber = lesson ? `Lezione ${lesson.position} di ${lesson.total}, ` : ''
  return paper.finish((page, pages) => {
    paper.write(`${lessonNumber}pagina ${page} di ${pages}`, {
      x: left,
      y: mm(284),
      width,
      size: 9,
      align: 'right',
    })
  })
}

/**
 * Draws a register to be filled in by hand: the list of people, then pages for the signatures of each lesson, or of one
 * without a day if the course has no dates. All pages are numbered.
 */
export async function drawBlankRegister(facts: BlankRegisterFacts): Promise<Buffer> {
  const kit = await import('./paper.server')
  const { newPaper, mm, COLOUR } = kit
  const { title, lessons, people, teachers } = facts
  const paper = await newPaper({
    title: `Registro delle presenze, ${title}`,
    createdAt: facts.printedAt,
    margins: { top: mm(30), right: mm(15), bottom: mm(20), left: mm(15) },
  })
  const { left, width } = textArea(paper)
  drawEditionHead(paper, kit, 'Registro delle presenze', facts)
  await paper.tabulate(
    [
      { title: 'N.', width: mm(9) },
      { title: 'Cognome e nome', width: mm(101), isName: true },
      { title: 'Note', width: mm(70), isBox: true },
    ],
    numberedNames(people).map(([number, name]) => [number, name, '']),
    { y: paper.y + mm(6), runningHead: title, rowHeight: mm(7.5) },
  )
  for (const lesson of lessons.length > 0 ? lessons : [null]) {
    paper.addPage()
    await drawLessonPage(paper, kit, { title, teachers, lesson, people, kind: 'Registro delle presenze' })
  }
  return paper.finish((page, pages) => {
    const foot = { y: mm(284), width, size: 9 }
    paper.write(`Registro: ${title}`, { ...foot, x: left, color: COLOUR.quiet })
    paper.write(`pagina ${page} di ${pages}`, { ...foot, x: left, align: 'right' })
  })
}

/** Draws the company and the `kind` of paper, with a line below. */
function drawHead(paper: Paper, { mm }: PaperKit, kind: string) {
  const { left, right } = textArea(paper)
  paper.brand(left, mm(13), siteSettings().company.name, kind)
  paper.rule(left, mm(28), right)
}

type EditionFacts = Pick<BlankRegisterFacts, 'title' | 'edition' | 'plannedHours' | 'teachers'>

/**
 * Draws the head of a paper about an edition: company, `kind` of paper, title of the course, dates and place, planned
 * hours and teachers.
 */
export function drawEditionHead(
  paper: Paper,
  kit: PaperKit,
  kind: string,
  { title, edition, plannedHours, teachers }: EditionFacts,
) {
  const { mm, COLOUR } = kit
  const { left, width } = textArea(paper)
  drawHead(paper, kit, kind)
  paper.put('H1', title, { face: 'title', size: 22, color: COLOUR.ink, x: left, y: mm(33), width })
  const fields = [
    ['Edizione', edition],
    ['Ore previste', plannedHours === null ? '' : formatHours(plannedHours)],
    ['Docenti', teachers.join(', ')],
  ] as const
  paper.facts(fields, { x: left, y: paper.y + mm(4), width })
}

/** The left and right edge of the area within the margins of a page, and its width. */
function textArea({ page }: Paper) {
  const { left, right } = page.margins
  return { left, right: page.width - right, width: page.width - left - right }
}

type LessonPage = Omit<SignInSheetFacts, 'printedAt'> & { kind: string }

/** Draws the page on which people sign for a lesson. Many people need further pages. */
async function drawLessonPage(
  paper: Paper,
  kit: PaperKit,
  { title, teachers, lesson, people, kind }: LessonPage,
) {
  const { mm, COLOUR } = kit
  const { left, width } = textArea(paper)
  drawHead(paper, kit, kind)
  paper.put('H1', title, { face: 'title', size: 22, color: COLOUR.ink, x: left, y: mm(33), width })
  paper.facts(lessonFields(lesson), { x: left, y: paper.y + mm(4), width })
  await paper.tabulate(
    [
      { title: 'N.', width: mm(9) },
      { title: 'Cognome e nome', width: mm(54), isName: true },
      { title: 'Entrata', width: mm(20), isBox: true },
      { title: 'Firma', width: mm(40), isBox: true },
      { title: 'Uscita', width: mm(20), isBox: true },
      { title: 'Firma', width: mm(37), isBox: true },
    ],
    numberedNames(people).map(([number, name]) => [number, name, '', '', '', '']),
    {
      y: paper.y + mm(4),
      runningHead: [title, lesson && daysOf(lesson)].filter(Boolean).join(', '),
      rowHeight: mm(10.4),
    },
  )
  drawSignatures(paper, kit, teachers)
}

/** Draws the lines for the signatures at the foot of the page, or of a new page if they do not fit below the table. */
function drawSignatures(paper: Paper, { mm }: PaperKit, teachers: string[]) {
  const { left, width } = textArea(paper)
  const foot = mm(246)
  const fits = paper.y < foot - 4
  if (!fits) paper.addPage()
  const y = fits ? foot : mm(40)
  // Millimetres; `from` is counted from the left margin.
  const lines = [
    { label: teachers.length > 0 ? `Docente: ${teachers.join(', ')}` : 'Docente', from: 0, length: 72 },
    { label: 'Ore svolte', from: 80, length: 35 },
    { label: 'Per la segreteria', from: 123, length: 57 },
  ]
  for (const { label, from, length } of lines) {
    const x = left + mm(from)
    paper.put('P', label, { x, y, width: mm(length), size: 9.5 })
    paper.rule(x, y + mm(19), x + mm(length))
  }
  const note =
    'Firma all’entrata e all’uscita. Le righe vuote servono a chi arriva senza essere in elenco: la segreteria controlla l’iscrizione.'
  paper.put('P', note, { x: left, y: y + mm(22), width, size: 7.5 })
}

/** For each row its number, from 1, and a name, the last name first; then `SPARE_ROWS` numbers without a name. */
function numberedNames(people: SignInSheetFacts['people']) {
  const names = people.map(({ firstName, lastName }) => [{ bold: lastName }, firstName])
  return [...names, ...Array<string>(SPARE_ROWS).fill('')].map((name, i) => [String(i + 1), name] as const)
}

function lessonFields(lesson: LessonFacts | null): [string, string][] {
  return [
    ['Data', lesson ? daysOf(lesson) : ''],
    ['Orario', lesson ? timesOf(lesson) : ''],
    ['Luogo', lesson?.place ?? ''],
    ['Argomento', lesson?.topic ?? ''],
  ]
}

/** The days of a lesson: 'sabato 23 gennaio 2027', 'da venerdì 20 marzo 2027 a domenica 22 marzo 2027'. */
export function daysOf({ startDate, endDate }: Pick<LessonFacts, 'startDate' | 'endDate'>): string {
  const last = formatDate(endDate, 'EEEE d MMMM yyyy')
  return startDate === endDate ? last : `da ${formatDate(startDate, 'EEEE d MMMM yyyy')} a ${last}`
}

/** The times and hours of a lesson: '9:00–18:00, 8 ore'. */
export function timesOf({
  startTime,
  endTime,
  hours,
}: Pick<LessonFacts, 'startTime' | 'endTime' | 'hours'>): string {
  return [formatTimes(startTime, endTime), hours ? formatHours(hours) : ''].filter(Boolean).join(', ')
}
