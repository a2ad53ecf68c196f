import { PRESENCES, presenceOf } from '../enrolments/attendance/rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatHours } from '../italian/numbers'
import { formatMinutes } from '../italian/spans'
import { siteSettings } from '../site/settings'
import { daysOf, timesOf } from './lesson-sheets.server'
import type { ClosedLesson, ClosedRegisterFacts } from './rules'

/** Draws closed registers: for each lesson its marks, also of who was absent. */
export async function drawClosedRegister(facts: ClosedRegisterFacts): Promise<Buffer> {
  const { newPaper, mm, COLOUR } = await import('./paper.server')
  const { title, edition, teachers, plannedHours, lessons, isOneLesson } = facts
  const [firstLesson] = lessons
  const total = firstLesson?.total ?? 0
  const lessonsField = isOneLesson
    ? (['Lezione', `${firstLesson?.position} di ${total}`] as const)
    : (['Lezioni chiuse', `${lessons.length} di ${total}`] as const)
  const paper = await newPaper({
    title: `Registro delle presenze, ${title}`,
    createdAt: facts.printedAt,
    layout: 'landscape',
    margins: { top: mm(30), right: mm(15), bottom: mm(20), left: mm(15) },
  })
  const [left, right] = [mm(15), mm(282)]
  const width = right - left
  paper.brand(left, mm(13), siteSettings().company.name, 'Registro delle presenze')
  paper.rule(left, mm(28), right)
  paper.put('H1', title, { face: 'title', size: 22, color: COLOUR.ink, x: left, y: mm(33), width })
  const fields = [
    ['Edizione', edition],
    ['Ore previste', plannedHours === null ? '' : formatHours(plannedHours)],
    lessonsField,
    ['Docenti', teachers.join(', ')],
  ] as const
  paper.facts(fields, { x: left, y: paper.y + mm(4), width })
  for (const lesson of lessons) {
    // The heading of a lesson needs room for some rows below it.
    if (paper.y > mm(150)) {
      paper.addPage()
      const head = { x: left, y: mm(12), width, size: 9, color: COLOUR.quiet }
      paper.artifact(() => paper.write(title, head), 'Pagination')
      paper.y = mm(14)
    }
    const line = { x: left, width, color: COLOUR.ink }
    const heading = [`${lesson.position}. ${daysOf(lesson)}`, timesOf(lesson)].filter(Boolean).join(', ')
    paper.put('H2', heading, { ...line, face: 'bold', size: 12, y: paper.y + mm(7) })
    const details = [lesson.topic, lesson.place, closedInWords(lesson)].filter(Boolean).join(' · ')
    paper.put('P', details, { ...line, size: 9.5, color: COLOUR.text, y: paper.y + 2 })
    await paper.tabulate(
      [
        { title: 'N.', width: mm(10) },
        { title: 'Cognome e nome', width: mm(107), isName: true },
        { title: 'Presenza', width: mm(40) },
        { title: 'Entrata', width: mm(30), align: 'right' },
        { title: 'Uscita', width: mm(30), align: 'right' },
        { title: 'Ore frequentate', width: mm(50), align: 'right' },
      ],
      lesson.marks.map(({ firstName, lastName, minutes, arrived, left: leftAt }, i) => [
        String(i + 1),
        [{ bold: lastName }, firstName],
        PRESENCES[presenceOf(minutes, lesson)],
        arrived ?? '',
        leftAt ?? '',
        formatMinutes(minutes),
      ]),
      { y: paper.y + mm(3), runningHead: `${title}: ${heading}` },
    )
  }
  return paper.finish((page, pages) => {
    const foot = { y: mm(198), width, size: 9, color: COLOUR.quiet, x: left }
    paper.write(`Stampato ${withArticle('il', formatDate(facts.printedAt, 'd MMMM yyyy'))}`, foot)
    paper.write(`pagina ${page} di ${pages}`, { ...foot, align: 'right' })
  })
}

function closedInWords({ closedAt, closedBy }: ClosedLesson): string {
  const when = withArticle('il', formatDate(closedAt, 'd MMMM yyyy, HH:mm'))
  return `Registro chiuso ${when}${closedBy ? ` da ${closedBy}` : ''}`
}
