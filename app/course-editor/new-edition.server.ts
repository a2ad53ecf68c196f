import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import type { Staff } from '../accounts/rules'
import { courseByKey, courseOrRedirect } from '../courses/office.queries.server'
import { courseTablePage } from '../courses/table/rules'
import { copyToEdition } from '../documents/course/copy.commands.server'
import { documentsOf } from '../documents/course/queries.server'
import { explainDocumentRefusal } from '../documents/rules'
import { readDay } from '../parsing/dates.rules'
import { holidaySentences } from '../site/opening.server'
import type { SentForm } from './course-form'
import { moveSessionsTo, newEditionText } from './new-edition.rules'
import { writeCourse } from './rules'

/**
 * What the form of a new edition begins with. `start`: the text of the original, with the sessions moved so that the
 * first one is on the day in `?prima`, or without sessions if `?prima` is empty; `edition`: facts of the original and
 * its files. Returns a `question` instead, for `FirstDate`, if the original has sessions and `?prima` is missing or
 * unreadable.
 */
export async function newEditionForm(staff: Staff, originalKey: string, url: URL) {
  const original = await courseOrRedirect(courseByKey(staff, originalKey), courseTablePage(url.search))
  const { title, startDate, sessions } = original
  const typedDay = url.searchParams.get('prima')
  const reading = readDay(typedDay ?? '')
  const mustAsk = sessions.length > 0 && (typedDay === null || 'problem' in reading)
  const problem = 'problem' in reading ? `La prima data: ${reading.problem}` : undefined
  if (mustAsk)
    return data({ question: { title, startDate, typedDay, problem } }, { status: problem ? 400 : 200 })

  const firstDay = 'value' in reading ? reading.value : null
  const movedSessions = firstDay ? moveSessionsTo(sessions, firstDay) : []
  const documents = await documentsOf(staff, original.id)
  return {
    start: formStart(newEditionText(writeCourse(original), movedSessions)),
    edition: {
      original: { title, hasSessions: movedSessions.length > 0, holidays: holidaySentences(movedSessions) },
      files: { documentCount: documents.length, hasBrochure: original.pdfFilePath !== null },
    },
  }
}

/**
 * The start of a form for a new course. Its id becomes that of the course, so that a form sent twice creates one
 * course.
 */
export const formStart = (text: SentForm['text']) => ({ id: randomUUID(), version: 0, base: text, text })

const NOT_COPIED = 'Il corso è salvato, ma i file non sono stati copiati. Salva di nuovo, o togli la spunta'

/**
 * Copies the chosen files of the original to the saved edition. `toastSentence`: what was copied; undefined for
 * nothing.
 */
export async function copyFiles(staff: Staff, originalId: string, { id, carried }: SentForm) {
  if (carried.length === 0) return { ok: true as const }
  const copied = await copyToEdition(staff, originalId, id, carried)
  if (!copied.ok) return { ok: false as const, problem: `${NOT_COPIED}: ${explainDocumentRefusal(copied)}` }
  const copies = [copied.documents > 0 && `documenti: ${copied.documents}`, copied.brochure && 'brochure']
  const copiesInWords = copies.filter(Boolean).join(', ')
  return { ok: true as const, toastSentence: copiesInWords ? `Copiati: ${copiesInWords}.` : undefined }
}
