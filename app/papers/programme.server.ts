import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { daysOf, drawEditionHead, timesOf } from './lesson-sheets.server'
import type { ProgrammeFacts } from './rules'

const KIND = 'Programma del corso'

/** Draws the programme of a course: its modules, and its lessons with their topics. */
export async function drawProgramme(facts: ProgrammeFacts): Promise<Buffer> {
  const kit = await import('./paper.server')
  const { newPaper, mm, COLOUR } = kit
  const { title, modules, lessons, printedAt } = facts
  const paper = await newPaper({
    title: `${KIND}, ${title}`,
    createdAt: printedAt,
    margins: { top: mm(30), right: mm(15), bottom: mm(24), left: mm(15) },
  })
  const [left, right] = [mm(15), mm(195)]
  const width = right - left
  drawEditionHead(paper, kit, KIND, facts)
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
  return paper.finish((page, pages) => {
    const foot = { x: left, y: mm(284), width, size: 9, color: COLOUR.quiet }
    paper.write(`Stampato ${withArticle('il', formatDate(printedAt, 'd MMMM yyyy'))}`, foot)
    paper.write(`pagina ${page} di ${pages}`, { ...foot, align: 'right' })
  })
}
