import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { daysOf, editionFields, timesOf } from './lesson-sheets.server'
import type { ProgrammeFacts } from './queries.server'
import { mm } from './style.rules'

const KIND = 'Programma del corso'

/** Draws the programme of a course: its modules, and its lessons with their topics. */
export async function drawProgramme(facts: ProgrammeFacts): Promise<Buffer> {
  const { newPaper } = await import('./paper.server')
  const { title, modules, lessons, printedAt } = facts
  const paper = await newPaper({ title: `${KIND}, ${title}`, createdAt: printedAt })
  paper.head(KIND, title, editionFields(facts))
  const runningHead = `${KIND}: ${title}`
  if (modules.length > 0)
    await paper.tabulate(
      [
        { title: 'N.', width: mm(10) },
        { title: 'Modulo', width: mm(170), isName: true },
      ],
      modules.map((module, i) => [String(i + 1), module]),
      { y: paper.y + mm(8), runningHead },
    )
  if (lessons.length > 0) {
    // Too low for the head of the table and a row.
    if (paper.y > mm(250)) {
      paper.addPage()
      paper.y = mm(30)
    }
    await paper.tabulate(
      [
        { title: 'Lezione', width: mm(58), isName: true },
        { title: 'Orario', width: mm(36) },
        { title: 'Argomento', width: mm(46) },
        { title: 'Luogo', width: mm(40) },
      ],
      lessons.map((lesson) => [daysOf(lesson), timesOf(lesson), lesson.topic ?? '', lesson.place ?? '']),
      { y: paper.y + mm(8), runningHead },
    )
  }
  return paper.finish(`Stampato ${withArticle('il', formatDate(printedAt, 'd MMMM yyyy'))}`)
}
