import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import type { Staff } from '../accounts/rules'
import { courseByKey, courseOrRedirect } from '../courses/office.queries.server'
import { pageBelow } from '../courses/table/rules'
import { copyToEdition } from '../documents/course/copy.commands.server'
import { documentsOf } from '../documents/course/queries.server'
import { explainDocumentRefusal } from '../documents/rules'
import { readDay } from '../parsing/dates.rules'
import { type Holiday, holidaysBetween } from '../site/opening.server'
import type { SentForm } from './course-form'
import { moveSessionsTo, newEditionText } from './new-edition.rules'
import { writeCourse } from './rules'

/**
 * What the form of a new edition begins with: the text of its original, with the sessions moved so that the first is
 * on the day in `?prima`, or left out if it is ''. Returns a `question` instead if the original has sessions and
 * `?prima` is missing or unreadable.
 */
export async function beginEdition(staff: Staff, originalKey: string, url: URL) {
  const original = await courseOrRedirect(courseByKey(staff, originalKey), pageBelow(url.search))
  const { title, startDate, sessions } = original
  const typed = url.searchParams.get('prima')
  const read = readDay(typed ?? '')
  const mustAsk = sessions.length > 0 && (typed === null || 'problem' in read)
  const wrong = 'problem' in read ? `La prima data: ${read.problem}` : undefined
  if (mustAsk) return data({ question: { title, startDate, typed, wrong } }, { status: wrong ? 400 : 200 })

  const first = 'value' in read ? read.value : null
  const moved = first ? moveSessionsTo(sessions, first) : []
  const holidays = moved.flatMap(({ startDate, endDate }) => holidaysBetween(startDate, endDate))
  const files = await documentsOf(staff, original.id)
  return {
    start: formStart(newEditionText(writeCourse(original), moved)),
    edition: {
      original: { title, dated: moved.length > 0, holidays: uniqueHolidays(holidays) },
      carried: { documents: files.length, brochure: original.pdfFilePath !== null },
    },
  }
}

/** The start of a form for a new course. Its id becomes that of the course, so that a form sent twice creates one. */
export const formStart = (text: SentForm['text']) => ({ id: randomUUID(), version: 0, base: text, text })

const uniqueHolidays = (holidays: Holiday[]) => [
  ...new Map(holidays.map((holiday) => [holiday.day, holiday])).values(),
]

const NOT_COPIED = 'Il corso è salvato, ma i file non sono stati copiati. Salva di nuovo, o togli la spunta'

/**
 * Copies the chosen files of the original to the saved edition. `note`: a sentence with what was copied, if anything.
 */
export async function copyFiles(staff: Staff, originalId: string, { id, carried }: SentForm) {
  if (carried.length === 0) return { ok: true as const }
  const copied = await copyToEdition(staff, originalId, id, carried)
  if (!copied.ok) return { ok: false as const, problem: `${NOT_COPIED}: ${explainDocumentRefusal(copied)}` }
  const files = [copied.documents > 0 && `documenti: ${copied.documents}`, copied.brochure && 'brochure']
  const names = files.filter(Boolean).join(', ')
  return { ok: true as const, note: names ? `Copiati: ${names}.` : undefined }
}
