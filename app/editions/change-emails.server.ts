import { isDeletedAccount, type Staff } from '../accounts/rules'
import type { Transaction } from '../database/client.server'
import {
  enqueueEmailsAbout,
  openDecision,
  renderEmailsAbout,
  saveNotifiedEnrolments,
} from '../enrolments/decision.server'
import type { EmailCourse } from '../enrolments/emails.queries.server'
import { lockEnrolments } from '../enrolments/seats.server'
import { formatCount } from '../italian/numbers'
import { editionChanged } from './emails'
import { enrolmentsIn, PARTICIPANT_STATES } from './queries.server'

/** A changed fact: its name, and its text before and after. */
type ChangedFact = { what: string; before: string; after: string }

/**
 * Renders the e-mails that tell the participants of an edition what changes; undefined if nothing changes. `send`
 * enqueues them in the transaction of the change, whose course is locked, as a decision of its own: undoing it withholds
 * the e-mails, and the change stays. It returns false, and enqueues nothing, if somebody has become a participant since
 * the e-mails were rendered. `count`: how many e-mails there are; `sentence`: says how many people are notified,
 * undefined if nobody is.
 * @param course facts of the course that the same change sets and that are not stored yet, for the e-mails
 */
export async function prepareEmailsAboutChange(
  staff: Staff,
  courseId: string,
  changedFacts: ChangedFact[],
  course: Partial<EmailCourse> = {},
) {
  if (changedFacts.length === 0) return undefined
  const ids = await enrolmentsIn(staff, courseId, PARTICIPANT_STATES)
  const emails = await renderEmailsAbout(ids, (facts) =>
    editionChanged({ ...facts, course: { ...facts.course, ...course } }, changedFacts),
  )
  // `enqueueEmailsAbout` leaves out accounts that were deleted.
  const count = [...emails.values()].filter(({ to }) => !isDeletedAccount(to.address)).length
  return {
    count,
    sentence:
      count > 0
        ? `${formatCount(count, 'persona è avvisata', 'persone sono avvisate')} per email.`
        : undefined,
    async send(tx: Transaction): Promise<boolean> {
      const participants = await enrolmentsIn(staff, courseId, PARTICIPANT_STATES, tx)
      if (participants.some((id) => !emails.has(id))) return false
      if (count === 0) return true
      const stillEnrolled = await lockEnrolments(tx, ids)
      const decision = await openDecision(tx, staff, 'message', { courseId })
      await saveNotifiedEnrolments(
        tx,
        decision,
        stillEnrolled.map(({ id }) => id),
      )
      await enqueueEmailsAbout(tx, emails, stillEnrolled, decision)
      return true
    },
  }
}
