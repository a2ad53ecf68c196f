import { PRESENCES, presenceOf } from '../enrolments/attendance/rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatMinutes } from '../italian/spans'
import { daysOf, editionFields, timesOf } from './lesson-sheets.server'
import type { ClosedRegisterFacts } from './queries.server'
import { COLOUR, mm } from './style.rules'

/** Draws closed registers: for each lesson its marks, also of who was absent. */
export async function drawClosedRegister(facts: ClosedRegisterFacts): Promise<Buffer> {
  const { newPaper } = await import('./paper.server')
  const { title, lessons, isOneLesson, printedAt } = facts
  const kind = 'Registro delle presenze'
  const [firstLesson] = lessons
  const number = isOneLesson ? firstLesson?.position : lessons.length
  const [edition, hours, teachers] = editionFields(facts)
  const paper = await newPaper({ title: `${kind}, ${title}`, createdAt: printedAt, layout: 'landscape' })
  const { left, width } = paper.area
  paper.head(kind, title, [
    edition,
    hours,
    [isOneLesson ? 'Lezione' : 'Lezioni chiuse', `${number} di ${firstLesson?.total ?? 0}`],
    teachers,
  ])
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
  return paper.finish(`Stampato ${withArticle('il', formatDate(printedAt, 'd MMMM yyyy'))}`)
}

function closedInWords({ closedAt, closedBy }: ClosedRegisterFacts['lessons'][number]): string {
  const when = withArticle('il', formatDate(closedAt, 'd MMMM yyyy, HH:mm'))
  return `Registro chiuso ${when}${closedBy ? ` da ${closedBy}` : ''}`
}
