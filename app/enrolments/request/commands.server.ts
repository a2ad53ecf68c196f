import { eq, sql } from 'drizzle-orm'
import type { PgInsertValue } from 'drizzle-orm/pg-core'
import type { Member, Staff } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { priceOn } from '../../courses/price.rules'
import { seatsLeft } from '../../courses/rules'
import { inTransaction, type Transaction } from '../../database/client.server'
import { profiles, userCourses } from '../../database/schema'
import { enqueueEmail, type RenderedEmail, renderEmail } from '../../mail/outbox.server'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { env } from '../../runtime/env.server'
import { OK, refuse } from '../../runtime/outcome.rules'
import { answerDeadline } from '../../site/opening.server'
import { approvalColumns } from '../decision.server'
import { replaceDues } from '../dues/dues.server'
import { requestForOffice, requestReceived } from '../emails'
import { courseFacts } from '../emails.queries.server'
import { deleteRequest } from '../end.server'
import { type EnrolmentOutcome, type EnrolmentState, mayRequestSeat, maySeat, mayStep } from '../rules'
import {
  canEndBeUndone,
  type LockedCourse,
  lockCourseWithSeats,
  lockEnrolments,
  stateOf,
} from '../seats.server'
import { countPeopleAhead } from '../waiting-list/order.queries.server'
import { mustWait } from '../waiting-list.rules'

/**
 * Requests a seat for a member; they and the office get an e-mail. If the course is full, or its free seats are for
 * people who wait, the request goes on the waiting list. A member with a live enrolment in the course is refused as
 * 'existing'; one whose enrolment has ended, as 'updating' while the office can undo that, since a new enrolment would
 * prevent it.
 */
export async function requestEnrolment(member: Member, courseId: string): Promise<EnrolmentOutcome> {
  if (!isId(courseId)) return refuse('unknown-course')
  const emails = await requestEmails(member, courseId)
  return inTransaction(async (tx) => {
    const course = await lockCourseWithSeats(tx, courseId)
    if (!course || course.draft) return refuse('unknown-course')
    if (await canEndBeUndone(tx, member, courseId)) return refuse('updating')
    const allowed = mayRequestSeat(course, await stateOf(tx, member, courseId), today())
    if (!allowed.ok) return allowed

    if (!(await lockProfile(tx, member))) return refuse('no-account')
    const { peopleAwaitingOffer } = await countPeopleAhead(member, courseId, tx)
    const waitingSince = mustWait(seatsLeft(course, course.seatsTaken), peopleAwaitingOffer)
      ? sql`now()`
      : null
    await insertEnrolment(tx, member, course, { status: 'pending', waitingSince })
    for (const email of emails) await enqueueEmail(tx, email)
    return OK
  })
}

/** Renders the e-mails of a request, to the member and to the office; none if the course does not exist. */
async function requestEmails(member: Member, courseId: string): Promise<RenderedEmail[]> {
  const [[course], { peopleAhead, peopleAwaitingOffer }] = await Promise.all([
    courseFacts([courseId]),
    countPeopleAhead(member, courseId),
  ])
  if (!course) return []
  const facts = { person: member, course, origin: env.publicOrigin }
  const position = mustWait(seatsLeft(course, course.seatsTaken), peopleAwaitingOffer)
    ? peopleAhead + 1
    : undefined
  return [
    await renderEmail(requestReceived(facts, answerDeadline(new Date()), position)),
    await renderEmail(requestForOffice(facts, env.officeEmail)),
  ]
}

/**
 * Gives a member of staff a seat without approval and e-mails. A full course is refused as 'full', unless
 * `overCapacity`; a member of staff whose enrolment has ended is refused as in `requestEnrolment`.
 */
export async function enrolSelf(
  staff: Staff,
  courseId: string,
  { overCapacity = false }: { overCapacity?: boolean } = {},
): Promise<EnrolmentOutcome> {
  if (!isId(courseId)) return refuse('unknown-course')
  return inTransaction(async (tx) => {
    const course = await lockCourseWithSeats(tx, courseId)
    if (!course) return refuse('unknown-course')
    if (await canEndBeUndone(tx, staff, courseId)) return refuse('updating')
    const allowed = mayRequestSeat(course, await stateOf(tx, staff, courseId), today())
    if (!allowed.ok) return allowed

    const seat = maySeat(course, course.seatsTaken, overCapacity)
    if (!seat.ok) return seat

    if (!(await lockProfile(tx, staff))) return refuse('no-account')
    const values = { status: 'approved', ...approvalColumns(staff) } as const
    const capacityDetail = maySeat(course, course.seatsTaken).ok ? {} : { overCapacity: true }
    const id = await insertEnrolment(tx, staff, course, values, capacityDetail)
    await replaceDues(tx, [id])
    return OK
  })
}

/**
 * Deletes a member's own pending request, and with it their place on the waiting list; its audit entries stay. A request
 * to which a seat is offered is refused as 'seat-offered', since declining the seat is asked first.
 */
export async function withdrawRequest(member: Member, enrolmentId: string): Promise<EnrolmentOutcome> {
  if (!isId(enrolmentId)) return refuse('unknown-request')
  return inTransaction(async (tx) => {
    const [enrolment] = await lockEnrolments(tx, [enrolmentId])
    if (enrolment?.userId !== member.id) return refuse('unknown-request')
    const allowed = mayStep('withdraw', enrolment.status)
    if (!allowed.ok) return allowed
    if (enrolment.isOffered) return refuse('seat-offered')

    await deleteRequest(tx, member, { ...enrolment, course: enrolment.course.title })
    return OK
  })
}

/** Keeps a profile from being deleted until the end of the transaction; false if it is deleted already. */
async function lockProfile(tx: Transaction, { id }: Member) {
  const rows = await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, id)).for('key share')
  return rows.length > 0
}

/**
 * Inserts an enrolment at the price of today, with its audit entry, and returns its id. `capacityDetail`: for the audit
 * entry, whether the seat exceeds the limit.
 */
async function insertEnrolment(
  tx: Transaction,
  member: Member,
  course: LockedCourse,
  values: { status: EnrolmentState } & Omit<PgInsertValue<typeof userCourses>, 'userId' | 'courseId'>,
  capacityDetail: { overCapacity?: boolean } = {},
) {
  const [row] = await tx
    .insert(userCourses)
    .values({ userId: member.id, courseId: course.id, agreedPrice: priceOn(course, today()), ...values })
    .returning({ id: userCourses.id })
  if (!row) throw new Error('The new enrolment has no id')
  const details = {
    new: { status: values.status },
    course: course.title,
    email: member.email,
    ...capacityDetail,
  }
  await record(tx, member, { action: 'create', entity: 'user_courses', id: row.id, details })
  return row.id
}
