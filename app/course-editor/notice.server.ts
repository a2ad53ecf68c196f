import type { Admin } from '../accounts/rules'
import { townOfLocation } from '../courses/modes.rules'
import type { StoredCourse } from '../courses/queries.server'
import { changedSessions } from '../courses/session-warnings.rules'
import type { Transaction } from '../database/client.server'
import { editionChanged } from '../editions/emails'
import { enrolmentsIn, TAKING_PART } from '../editions/queries.server'
import { enqueueAbout, openDecision, renderEach, saveNotified } from '../enrolments/decision.server'
import { lockEnrolments } from '../enrolments/seats.server'
import { formatCount } from '../italian/numbers'
import { spanOf, writeSessions } from '../parsing/sessions.rules'
import type { CourseTyped } from './rules'

const DATES = 'Date'

/**
 * E-mails to the participants about new dates, another place or address of the lessons; undefined if none of these
 * changes or nobody takes part. They are held like a decision. `question`: how many leave and why, for the office to
 * confirm before.
 */
export async function noticeOfChange(admin: Admin, before: StoredCourse, after: CourseTyped) {
  const rows = [
    { what: DATES, before: writeSessions(before.sessions), after: writeSessions(after.sessions) },
    { what: 'Luogo', before: before.location ?? '', after: after.location ?? '' },
    { what: 'Indirizzo delle lezioni', before: before.lessonsUrl ?? '', after: after.lessonsUrl ?? '' },
  ].filter((row) => row.before !== row.after)
  const ids = rows.length > 0 ? await enrolmentsIn(admin, before.id, TAKING_PART) : []
  if (ids.length === 0) return undefined
  const { title, location } = after
  const { startDate } = spanOf(after.sessions)
  const emails = await renderEach(ids, ({ course, ...facts }) =>
    editionChanged(
      { ...facts, course: { ...course, title, location, startDate, place: townOfLocation(after) } },
      rows,
    ),
  )
  return {
    question: [
      emails.size === 1
        ? 'Salvando parte 1 email agli iscritti'
        : `Salvando partono ${emails.size} email agli iscritti`,
      ...changedSessions(before.sessions, after.sessions),
      ...rows
        .filter(({ what }) => what !== DATES)
        .map((row) => `${row.what}, prima: ${row.before || '–'}; adesso: ${row.after || '–'}`),
    ],
    sentence: `${formatCount(emails.size, 'persona è avvisata', 'persone sono avvisate')} per email.`,
    async send(tx: Transaction) {
      const still = await lockEnrolments(tx, ids)
      const decision = await openDecision(tx, admin, 'message', { id: before.id })
      await saveNotified(
        tx,
        decision,
        still.map(({ id }) => id),
      )
      await enqueueAbout(tx, emails, still, decision)
    },
  }
}
