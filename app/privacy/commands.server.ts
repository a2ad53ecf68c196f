import { and, eq, inArray, isNotNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { refuseWrongPassword } from '../accounts/guard.server'
import { isOneTimeTokenOf } from '../accounts/one-time-tokens.server'
import { lockAndCountAdministrators, lockPerson, lockRolesFor } from '../accounts/people.server'
import { emailAddressesOf } from '../accounts/queries.server'
import type { AccountOutcome } from '../accounts/refusals.rules'
import {
  type Admin,
  deletedAccountProfile,
  isDeletedAccount,
  isPersonId,
  type Member,
  normalEmail,
  type System,
} from '../accounts/rules'
import { signOutHeaders } from '../accounts/session-cookie.server'
import type { Code } from '../audit/codes.rules'
import { forgetInLog, record } from '../audit/record.server'
import { inTransaction, type Transaction } from '../database/client.server'
import {
  billingDetails,
  certificates,
  contactSubmissions,
  courses,
  interests,
  outgoingMail,
  personalDocuments,
  profiles,
  seatOffers,
  userCourses,
  verifications,
} from '../database/schema'
import { escapeLike } from '../database/search.server'
import { isLive } from '../enrolments/enrolments.sql'
import { endOffers } from '../enrolments/offer.server'
import { groundsToday } from '../enrolments/refund.queries.server'
import { lockCoursesWithSeats } from '../enrolments/seats.server'
import { MAIL_TOPICS } from '../mail/kinds.rules'
import { enqueueEmail } from '../mail/outbox.server'
import { today } from '../runtime/clock'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'
import { refuse } from '../runtime/outcome.rules'
import { siteSettings } from '../site/settings'
import { hasPaidEnrolments, isDeletedWithAccount, isEndedWithAccount } from './account-deletion.sql'
import { clearAuthorship } from './authorship.server'
import { accountDeleted } from './emails'
import { mayDeleteOwnAccount, mayDeletePerson } from './rules'

type Person = typeof profiles.$inferSelect

/**
 * Deletes the member's account and personal data; seats of courses that have begun, and enrolments with payments or
 * attestati, move to an anonymous profile, and the log is anonymised (ADR 16). Refuses a wrong password and the last
 * administrator. `headers` clear the session cookie.
 */
export async function deleteAccount(
  member: Member,
  password: string,
): Promise<AccountOutcome<{ headers: Headers }>> {
  const refused = await refuseWrongPassword(member, password)
  if (refused) return refused

  const outcome = await deleteInBatches(
    (tx) => lockOwnAccount(tx, member.id),
    async (tx, person) => {
      await eraseAccount(tx, member, person, 'deleted_by_person')
      await enqueueEmail(tx, accountDeleted(person))
      return { headers: await signOutHeaders() }
    },
  )
  // The log outlives a restore, which brings deleted accounts back.
  if (outcome.ok) log.info({ person: member.id }, 'account deleted')
  return outcome
}

/**
 * Deletes the account of a person who has asked for it in writing, with the effects of `deleteAccount`; the e-mail to
 * the person names the written request. `email`: the person's e-mail, which the administrator types to confirm whose
 * account it is.
 */
export async function deletePerson(admin: Admin, personId: string, email: string): Promise<AccountOutcome> {
  if (!isPersonId(personId)) return refuse('unknown-person')
  const outcome = await deleteInBatches(
    async (tx) => {
      const locked = await lockRolesFor(tx, admin)
      if (!locked.ok) return locked
      const person = await lockForDeletion(tx, personId)
      if (!person || isDeletedAccount(person.email)) return refuse('unknown-person')
      const allowed = mayDeletePerson(admin, person)
      if (!allowed.ok) return allowed
      return normalEmail(email) === person.email ? { ok: true, person } : refuse('other-email')
    },
    async (tx, person) => {
      await eraseAccount(tx, admin, person, 'deleted_by_office')
      await enqueueEmail(tx, accountDeleted(person, { byOffice: true }))
      return {}
    },
  )
  if (outcome.ok) log.info({ person: personId, by: admin.id }, 'account deleted by the office')
  return outcome
}

/** Deletes an account that a restored backup brought back (ADR 20), for the operator. Sends no e-mail. */
export async function deleteFromConsole(system: System, personId: string): Promise<AccountOutcome> {
  if (!isPersonId(personId)) return refuse('unknown-person')
  return deleteInBatches(
    (tx) => lockOwnAccount(tx, personId),
    async (tx, person) => {
      await eraseAccount(tx, system, person, 'deleted_after_restore')
      return {}
    },
  )
}

/**
 * Asks `lockAllowed` for the person whose account may be deleted, clears what they did for the office in transactions
 * of its own, and runs `erase` in one transaction after the same question. A refusal comes before any change. If
 * `erase` fails, or the rules have changed meanwhile, the account stays without its name on the work of years, and
 * anonymous profiles may remain.
 */
async function deleteInBatches<Result extends object>(
  lockAllowed: (tx: Transaction) => Promise<AccountOutcome<{ person: Person }>>,
  erase: (tx: Transaction, person: Person) => Promise<Result>,
): Promise<AccountOutcome<Result>> {
  const allowed = await inTransaction(lockAllowed)
  if (!allowed.ok) return allowed
  await clearAuthorship(allowed.person.id)
  return inTransaction(async (tx) => {
    const stillAllowed = await lockAllowed(tx)
    if (!stillAllowed.ok) return stillAllowed
    return { ok: true, ...(await erase(tx, stillAllowed.person)) }
  })
}

/** Locks the account of a person who deletes it themselves; refuses the last administrator. */
async function lockOwnAccount(tx: Transaction, id: string): Promise<AccountOutcome<{ person: Person }>> {
  const administrators = await lockAndCountAdministrators(tx)
  const person = await lockForDeletion(tx, id)
  if (!person) return refuse('unknown-person')
  const allowed = mayDeleteOwnAccount(person, administrators)
  return allowed.ok ? { ok: true, person } : allowed
}

/**
 * Locks the courses of the person's pending requests, the enrolments of the person, and then the profile, in the order
 * of all commands. A new request locks the profile too, so that none comes in before the deletion. Undefined for an
 * unknown person.
 */
async function lockForDeletion(tx: Transaction, id: string): Promise<Person | undefined> {
  const isOfPerson = eq(userCourses.userId, id)
  const isPendingRequest = and(isOfPerson, eq(userCourses.status, 'pending'), isLive)
  const requestedCourses = await tx
    .select({ id: userCourses.courseId })
    .from(userCourses)
    .where(isPendingRequest)
  await lockCoursesWithSeats(
    tx,
    requestedCourses.map((course) => course.id),
  )
  await tx
    .select({ id: userCourses.id })
    .from(userCourses)
    .where(isOfPerson)
    .orderBy(userCourses.id)
    .for('update')
  return lockPerson(tx, id)
}

/**
 * Deletes the person's rows and those that name the person, anonymises what stays, and logs the deletion, with the
 * number of the enrolments that stay.
 */
async function eraseAccount(
  tx: Transaction,
  actor: { id: string } | null,
  person: Person,
  cause: Code<'cause'>,
) {
  await dropDocuments(tx, person)
  await dropEnrolments(tx, person)
  await endSeatsBeforeStart(tx, person)
  const keptEnrolments = await anonymiseEnrolments(tx, person)
  const emails = await emailAddressesOf(tx, person)
  const provenEmails = await emailAddressesOf(tx, person, { proven: true })
  await dropAccount(tx, person)
  const messageIds = await dropMessages(tx, person.id, { emails, provenEmails })
  await forgetInLog(tx, { id: person.id, emails }, messageIds)
  const details = { cause, kept: keptEnrolments }
  await record(tx, actor, { action: 'delete', entity: 'profiles', id: person.id, details })
}

/**
 * Deletes the documents given to the person, except attestati of the site, which outlive the account. `sweepFiles`
 * removes the files later.
 */
async function dropDocuments(tx: Transaction, { id }: Person) {
  const enrolments = tx.select({ id: userCourses.id }).from(userCourses).where(eq(userCourses.userId, id))
  const issued = tx
    .select({ id: certificates.documentId })
    .from(certificates)
    .where(and(inArray(certificates.enrolmentId, enrolments), isNotNull(certificates.documentId)))
  const deleted = await tx
    .delete(personalDocuments)
    .where(and(inArray(personalDocuments.enrolmentId, enrolments), notInArray(personalDocuments.id, issued)))
    .returning({ id: personalDocuments.id })
  await recordDeleted(tx, id, 'personal_documents', deleted)
}

/** Logs deleted rows, one entry each. The entries name the person as the actor, whoever deletes the account. */
async function recordDeleted(
  tx: Transaction,
  personId: string,
  entity: 'personal_documents' | 'interests' | 'contact_submissions',
  rows: { id: string }[],
) {
  const entries = rows.map(({ id }) => ({ action: 'delete' as const, entity, id }))
  await record(tx, { id: personId }, entries)
}

/**
 * Deletes the enrolments that go with the account (`isDeletedWithAccount`): those without payments, attestati and marks
 * that hold no seat, or an approved one of a course that has not begun. Offers of seats to them end as declined.
 */
async function dropEnrolments(tx: Transaction, { id }: Person) {
  const enrolments = await tx
    .select({ id: userCourses.id, status: userCourses.status, course: courses.title })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(and(eq(userCourses.userId, id), isDeletedWithAccount(today())))
    .for('update', { of: userCourses })
  const ids = enrolments.map((enrolment) => enrolment.id)
  const isOfferToEnrolment = inArray(seatOffers.enrolmentId, ids)
  await endOffers(tx, isOfferToEnrolment, 'declined')
  await tx.update(seatOffers).set({ reason: null }).where(isOfferToEnrolment)
  await tx.update(userCourses).set({ transferredTo: null }).where(inArray(userCourses.transferredTo, ids))
  await tx.delete(userCourses).where(inArray(userCourses.id, ids))
  const entries = enrolments.map(({ id, status, course }) => ({
    action: 'delete' as const,
    entity: 'user_courses' as const,
    id,
    details: { old: { status }, course },
  }))
  await record(tx, { id }, entries)
}

/**
 * Ends the seats of courses that have not begun and have records that outlive the account (`isEndedWithAccount`) as
 * cancelled by the person, whoever deletes the account. The rows stay, and no decision about them can be undone.
 */
async function endSeatsBeforeStart(tx: Transaction, { id }: Person) {
  const seats = await tx
    .select({ id: userCourses.id, status: userCourses.status, course: courses.title })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(and(eq(userCourses.userId, id), isEndedWithAccount(today())))
  const ids = seats.map((seat) => seat.id)
  const ending = 'cancelled_by_person' as const
  const grounds = await groundsToday(ids, ending, tx)
  for (const [refundGround, idsOfGround] of Map.groupBy(ids, (seatId) => grounds.get(seatId) ?? null))
    await tx
      .update(userCourses)
      .set({ endedAt: sql`now()`, ending, refundGround, decisionId: null })
      .where(inArray(userCourses.id, idsOfGround))
  const entries = seats.map((seat) => ({
    action: 'update' as const,
    entity: 'user_courses' as const,
    id: seat.id,
    details: { old: { status: seat.status }, new: { ending }, course: seat.course },
  }))
  await record(tx, { id }, entries)
}

/**
 * Moves to an anonymous profile the enrolments that stay, the approvals and rejections that the person made for the
 * office, and the billing details if an enrolment has payments. What the office wrote about the person in an enrolment
 * is removed; a note of a payment stays with the payment. Returns the number of the enrolments that stay.
 */
async function anonymiseEnrolments(tx: Transaction, { id }: Person): Promise<number> {
  const { userId, approvedBy, rejectedBy } = userCourses
  const namesPerson = or(eq(userId, id), eq(approvedBy, id), eq(rejectedBy, id))
  if ((await tx.$count(userCourses, namesPerson)) === 0) return 0
  const anonymousProfile = deletedAccountProfile(crypto.randomUUID())
  await tx.insert(profiles).values(anonymousProfile)
  await tx.update(userCourses).set({ approvedBy: anonymousProfile.id }).where(eq(approvedBy, id))
  await tx.update(userCourses).set({ rejectedBy: anonymousProfile.id }).where(eq(rejectedBy, id))
  const moved = await tx
    .update(userCourses)
    .set({
      userId: anonymousProfile.id,
      decisionId: null,
      priority: 0,
      moveReason: null,
      priceReason: null,
      rejectReason: null,
      endReason: null,
    })
    .where(eq(userId, id))
  await tx
    .update(billingDetails)
    .set({ userId: anonymousProfile.id })
    .where(and(eq(billingDetails.userId, id), hasPaidEnrolments(anonymousProfile.id)))
  const anonymisedEnrolments = tx
    .select({ id: userCourses.id })
    .from(userCourses)
    .where(eq(userId, anonymousProfile.id))
  await tx
    .update(seatOffers)
    .set({ reason: null })
    .where(inArray(seatOffers.enrolmentId, anonymisedEnrolments))
  return moved.rowCount ?? 0
}

/** Deletes the profile with the rows that refer to it, and the one-time tokens of the person. */
async function dropAccount(tx: Transaction, { id }: Person) {
  await tx.delete(verifications).where(isOneTimeTokenOf(id))
  await tx.delete(profiles).where(eq(profiles.id, id))
}

/**
 * Deletes the e-mails to the addresses `emails`, which the person has or had, and those to the office with one of them
 * in the text, except for addresses of the site; and the interests and contact messages of `provenEmails`, the present
 * e-mail and the former ones that the person had confirmed. Returns the ids of the deleted contact messages.
 */
async function dropMessages(
  tx: Transaction,
  id: string,
  { emails, provenEmails }: { emails: string[]; provenEmails: string[] },
): Promise<string[]> {
  const { toAddress, kind, text } = outgoingMail
  // Interests first: this waits while a transaction mails one of them, so that the next statement sees that e-mail.
  const deletedInterests = await tx
    .delete(interests)
    .where(inArray(interests.email, provenEmails))
    .returning({ id: interests.id })
  await recordDeleted(tx, id, 'interests', deletedInterests)
  const siteAddresses = [env.officeEmail, env.mailFrom.address, siteSettings().company.email]
  // Staff may have an address of the site, which the foot of every e-mail contains.
  const privateEmails = emails.filter((email) => !siteAddresses.map(normalEmail).includes(email))
  // Also of an office that had another address.
  const isToOffice = or(inArray(toAddress, siteAddresses), inArray(kind, MAIL_TOPICS.segreteria.kinds))
  const namesPersonToOffice = privateEmails.map((email) => and(isToOffice, mentionsEmail(text, email)))
  await tx.delete(outgoingMail).where(or(inArray(toAddress, privateEmails), ...namesPersonToOffice))
  const messages = await tx
    .delete(contactSubmissions)
    .where(inArray(contactSubmissions.email, provenEmails))
    .returning({ id: contactSubmissions.id })
  await recordDeleted(tx, id, 'contact_submissions', messages)
  return messages.map((message) => message.id)
}

/** The condition that a text contains this whole address. */
function mentionsEmail(text: typeof outgoingMail.text, email: string): SQL {
  const literal = email.replace(/[^a-z0-9]/g, '\\$&')
  // The index serves `like`, which finds candidates for the slow regular expression.
  return sql`${text} like ${`%${escapeLike(email)}%`} and ${text} ~ ${`(?<![\\w.+-])${literal}(?![\\w-]|\\.\\w)`}`
}
