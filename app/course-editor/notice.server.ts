import type { Staff } from '../accounts/rules'
import { townOfLocation } from '../courses/modes.rules'
import type { StoredCourse } from '../courses/queries.server'
import { changedSessions } from '../courses/session-warnings.rules'
import { prepareEmailsAboutChange } from '../editions/change-emails.server'
import { spanOf, writeSessions } from '../parsing/sessions.rules'
import type { CourseTyped } from './rules'

const DATES = 'Date'

/**
 * Prepares the e-mails to the participants about changed dates, place or link of the lessons; undefined if none of
 * these changes or there are no participants. `question`: sentences for the office to confirm first.
 */
export async function noticeOfChange(staff: Staff, before: StoredCourse, after: CourseTyped) {
  const rows = [
    { what: DATES, before: writeSessions(before.sessions), after: writeSessions(after.sessions) },
    { what: 'Luogo', before: before.location ?? '', after: after.location ?? '' },
    { what: 'Indirizzo delle lezioni', before: before.lessonsUrl ?? '', after: after.lessonsUrl ?? '' },
  ].filter((row) => row.before !== row.after)
  const { title, location } = after
  const { startDate } = spanOf(after.sessions)
  const place = townOfLocation(after)
  const notice = await prepareEmailsAboutChange(staff, before.id, rows, { title, location, startDate, place })
  if (!notice) return undefined
  return {
    ...notice,
    question: [
      notice.count === 1
        ? 'Salvando parte 1 email agli iscritti'
        : `Salvando partono ${notice.count} email agli iscritti`,
      ...changedSessions(before.sessions, after.sessions),
      ...rows
        .filter(({ what }) => what !== DATES)
        .map((row) => `${row.what}, prima: ${row.before || '–'}; adesso: ${row.after || '–'}`),
    ],
  }
}
