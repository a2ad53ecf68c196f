import { attendedInWords } from '../enrolments/attendance/rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatMinutes } from '../italian/spans'
import { siteSettings } from '../site/settings'
import type { TranscriptFacts } from './rules'
import { COLOUR, mm } from './style.rules'

const KIND = 'Riepilogo della formazione'

/** Draws the transcript of a person: a list of their courses with hours, states and numbers of attestati. */
export async function drawTranscript(facts: TranscriptFacts): Promise<Buffer> {
  const { newPaper } = await import('./paper.server')
  const { firstName, lastName, courses, verificationPage, printedAt } = facts
  const name = `${firstName} ${lastName}`
  const paper = await newPaper({ title: `${KIND}, ${name}`, createdAt: printedAt })
  const { left, width } = paper.area
  const attended = courses.reduce((sum, { attendance }) => sum + (attendance?.attended ?? 0), 0)
  paper.head(KIND, name, [
    ['Corsi', String(courses.length)],
    ['Ore frequentate', formatMinutes(attended)],
    ['Attestati', String(courses.filter(({ certificate }) => certificate).length)],
    ['Stampato', withArticle('il', formatDate(printedAt, 'd MMMM yyyy'))],
  ])
  if (courses.length === 0) {
    paper.put('P', 'Nessun corso.', { x: left, y: paper.y + mm(8), width })
  } else {
    await paper.tabulate(
      [
        { title: 'Corso', width: mm(60), isName: true },
        { title: 'Edizione', width: mm(40) },
        { title: 'Ore', width: mm(32) },
        { title: 'Stato', width: mm(24) },
        { title: 'Attestato', width: mm(24) },
      ],
      courses.map(({ title, dates, place, attendance, state, certificate }) => [
        [{ bold: title }],
        [dates, place].filter(Boolean).join(', '),
        attendance ? hoursInWords(attendance) : '–',
        state,
        certificate ?? '–',
      ]),
      { y: paper.y + mm(8), runningHead: `${KIND}: ${name}` },
    )
  }
  const note = `Le ore sono quelle dei registri chiusi. Un attestato si verifica con il suo numero su ${verificationPage}.`
  paper.put('P', note, { x: left, y: paper.y + mm(5), width, size: 9, color: COLOUR.quiet })
  const { company } = siteSettings()
  return paper.finish(`${company.legalName}, P. IVA ${company.vat}`)
}

/** The attended and planned minutes in words: '14 ore su 16'; without planned ones the attended hours alone. */
function hoursInWords({ attended, planned }: { attended: number; planned: number | null }): string {
  return planned === null ? formatMinutes(attended) : attendedInWords({ attended, soFar: planned })
}
