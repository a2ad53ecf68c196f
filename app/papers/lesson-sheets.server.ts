import { formatDate } from '../italian/dates'
import { formatHours } from '../italian/numbers'
import { formatTimes } from '../italian/times'
import type { Paper } from './paper.server'
import type { BlankRegisterFacts, LessonFacts, PaperEdition, SignInSheetFacts } from './queries.server'
import { mm } from './style.rules'

/** How many rows without a name a sheet has, for people who come and are not on the list. */
const SPARE_ROWS = 3

/** Draws the sign-in sheet of a lesson. */
export async function drawSignInSheet(facts: SignInSheetFacts): Promise<Buffer> {
  const { newPaper } = await import('./paper.server')
  const { title, lesson, printedAt } = facts
  const day = lesson && formatDate(lesson.startDate, 'd MMMM yyyy')
  const paper = await newPaper({
    title: ['Foglio firme', title, day].filter(Boolean).join(', '),
    createdAt: printedAt,
  })
  await drawLessonPage(paper, 'Foglio firme', facts)
  return paper.finish(lesson ? `Lezione ${lesson.position} di ${lesson.total}` : '')
}

/**
 * Draws a register to be filled in by hand: the list of people, then pages for the signatures of each lesson, or of one
 * without a day if the course has no dates. All pages are numbered.
 */
export async function drawBlankRegister(facts: BlankRegisterFacts): Promise<Buffer> {
  const { newPaper } = await import('./paper.server')
  const { title, lessons, people, printedAt } = facts
  const kind = 'Registro delle presenze'
  const paper = await newPaper({ title: `${kind}, ${title}`, createdAt: printedAt })
  paper.head(kind, title, editionFields(facts))
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
    await drawLessonPage(paper, kind, { ...facts, lesson })
  }
  return paper.finish(`Registro: ${title}`)
}

/** What the head of a paper says of an edition: dates and place, planned hours and teachers. */
export function editionFields({ edition, plannedHours, teachers }: PaperEdition) {
  return [
    ['Edizione', edition],
    ['Ore previste', plannedHours === null ? '' : formatHours(plannedHours)],
    ['Docenti', teachers.join(', ')],
  ] as const
}

/** Draws the page on which people sign for a lesson. Many people need further pages. */
async function drawLessonPage(paper: Paper, kind: string, facts: Omit<SignInSheetFacts, 'printedAt'>) {
  const { title, teachers, lesson, people } = facts
  const days = lesson ? daysOf(lesson) : ''
  paper.head(kind, title, [
    ['Data', days],
    ['Orario', lesson ? timesOf(lesson) : ''],
    ['Luogo', lesson?.place ?? ''],
    ['Argomento', lesson?.topic ?? ''],
  ])
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
      runningHead: [title, days].filter(Boolean).join(', '),
      rowHeight: mm(10.4),
    },
  )
  drawSignatures(paper, teachers)
}

/** Draws the lines for the signatures at the foot of the page, or of a new page if they do not fit below the table. */
function drawSignatures(paper: Paper, teachers: string[]) {
  const { left, width } = paper.area
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

/** The days of a lesson: 'sabato 23 gennaio 2027', 'da venerdì 20 marzo 2027 a domenica 22 marzo 2027'. */
export function daysOf({ startDate, endDate }: LessonFacts): string {
  const last = formatDate(endDate, 'EEEE d MMMM yyyy')
  return startDate === endDate ? last : `da ${formatDate(startDate, 'EEEE d MMMM yyyy')} a ${last}`
}

/** The times and hours of a lesson: '9:00–18:00, 8 ore'. */
export function timesOf({ startTime, endTime, hours }: LessonFacts): string {
  return [formatTimes(startTime, endTime), hours ? formatHours(hours) : ''].filter(Boolean).join(', ')
}
