import type { Staff } from '../accounts/rules'
import { formatOf, townOfLocation } from '../courses/modes.rules'
import type { StoredCourse } from '../courses/queries.server'
import { changedSessions } from '../courses/session-warnings.rules'
import { prepareEmailsAboutChange } from '../editions/change-emails.server'
import { spanOf, writeSessions } from '../parsing/sessions.rules'
import type { CourseTyped } from './rules'

const DATES = 'Date'

/**
 * Prepares the e-mails that tell the participants of changed dates, place or address of the lessons; undefined if none
 * of these changes. `question`: sentences that the office confirms before the e-mails are sent, undefined without
 * participants; the other results are those of `prepareEmailsAboutChange`.
 */
export async function prepareChangeEmails(staff: Staff, before: StoredCourse, after: CourseTyped) {
  const rows = [
    { what: DATES, before: writeSessions(before.sessions), after: writeSessions(after.sessions) },
    { what: 'Luogo', before: before.location ?? '', after: after.location ?? '' },
    { what: 'Indirizzo delle lezioni', before: before.lessonsUrl ?? '', after: after.lessonsUrl ?? '' },
  ].filter((row) => row.before !== row.after)
  const { title, location, modalita } = after
  const emails = await prepareEmailsAboutChange(staff, before.id, rows, {
    title,
    location,
    modalita,
    startDate: spanOf(after.sessions).startDate,
    place: townOfLocation(after),
    format: formatOf(after),
  })
  if (!emails) return undefined
  const question = [
    emails.count === 1
      ? 'Salvando parte un’email a chi è iscritto'
      : `Salvando partono ${emails.count} email agli iscritti`,
    ...changedSessions(before.sessions, after.sessions),
    ...rows
      .filter(({ what }) => what !== DATES)
      .map((row) => `${row.what}, prima: ${row.before || '–'}; adesso: ${row.after || '–'}`),
  ]
  return { ...emails, question: emails.count > 0 ? question : undefined }
}
