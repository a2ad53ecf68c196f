import { asc, eq, sql } from 'drizzle-orm'
import { isDeletedAccount, type Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { db, inTransaction, type Transaction } from '../database/client.server'
import { certificates, courseSessions, courses, userCourses } from '../database/schema'
import { openDecision, renderEmailsAbout, saveNotifiedEnrolments } from '../enrolments/decision.server'
import { canBeUndone } from '../enrolments/decisions.sql'
import { cleanReason, REASON_LIMIT } from '../enrolments/rules'
import { lockEnrolments } from '../enrolments/seats.server'
import { enqueueEmail } from '../mail/outbox.server'
import { isId } from '../parsing/text.rules'
import { today } from '../runtime/clock'
import { refuse } from '../runtime/outcome.rules'
import { certificateRevoked } from './emails'
import { certificateFactsOf, newCode } from './facts.server'
import { reserveNumbers } from './numbers.server'
import { casesIn, type PersonCase } from './queries.server'
import {
  type CertificateNumber,
  type CertificateOutcome,
  type CertificateRefusal,
  formatCertificateNumber,
  mayEndCertificate,
  mayIssue,
  mayReissue,
} from './rules'

/**
 * `numbers`: of the issued attestati, as printed; `refused`: people who may not have one, each with the reason;
 * `decision`: undefined if nothing was issued.
 */
export type IssueResult = {
  decision?: string
  numbers: string[]
  refused: { id: string; name: string; refusal: CertificateRefusal }[]
}

/**
 * Issues attestati to those enrolments that may have one (`mayIssue`), as one decision, numbered by last name; returns
 * the others as `refused`. Enrolments without a seat in the edition are left out. The task `drawCertificates` makes
 * the files and enqueues the e-mails.
 */
export async function issueCertificates(
  staff: Staff,
  courseId: string,
  enrolmentIds: readonly string[],
): Promise<IssueResult> {
  const ids = [...new Set(enrolmentIds.filter(isId).map((id) => id.toLowerCase()))]
  return inTransaction(async (tx) => {
    const { course, cases } = await lockCases(tx, courseId, ids)
    const outcomes = cases.map((person) => ({ person, outcome: mayIssue(person.facts, person.hasValid) }))
    const allowed = outcomes.flatMap(({ person, outcome }) => (outcome.ok ? [person] : []))
    const refused = outcomes.flatMap(({ person, outcome }) =>
      outcome.ok ? [] : [{ id: person.id, name: nameOf(person), refusal: outcome.refusal }],
    )
    if (!course || allowed.length === 0) return { numbers: [], refused }
    return { ...(await issueToPeople(tx, staff, course, allowed)), refused }
  })
}

/**
 * Replaces a valid attestato by a new one with a number and the facts of today, as a decision. The public page of the
 * replaced attestato shows the reason.
 * @param typed the reason, as typed
 */
export async function reissueCertificate(
  staff: Staff,
  certificateId: string,
  typed: string,
): Promise<CertificateOutcome<{ decision: string; numbers: string[] }>> {
  const reason = readReason(typed)
  if (!reason.ok) return reason
  const unlocked = await readCertificate(certificateId)
  if (!unlocked) return refuse('unknown')
  return inTransaction(async (tx) => {
    const { course, cases } = await lockCases(tx, unlocked.courseId, [unlocked.enrolmentId])
    const certificate = await lockCertificate(tx, certificateId)
    const [person] = cases
    if (!course || !person || !certificate) return refuse('unknown')
    const allowed = mayReissue(person.facts, certificate)
    if (!allowed.ok) return allowed
    await tx
      .update(certificates)
      .set({ endedAt: sql`now()`, endedBy: staff.id, ending: 'replaced' })
      .where(eq(certificates.id, certificate.id))
    const replaced = { ...certificate, reason: reason.text }
    return { ok: true, ...(await issueToPeople(tx, staff, course, [person], replaced)) }
  })
}

/**
 * Revokes a valid attestato, which cannot be undone. An e-mail and the public page tell the reason.
 * @param typed the reason, as typed
 */
export async function revokeCertificate(
  staff: Staff,
  certificateId: string,
  typed: string,
): Promise<CertificateOutcome> {
  const reason = readReason(typed)
  if (!reason.ok) return reason
  const unlocked = await readCertificate(certificateId)
  if (!unlocked) return refuse('unknown')
  const { enrolmentId } = unlocked
  const emails = await renderEmailsAbout([enrolmentId], (facts) =>
    certificateRevoked(facts, enrolmentId, unlocked, reason.text),
  )
  return inTransaction(async (tx) => {
    const [enrolment] = await lockEnrolments(tx, [enrolmentId])
    const certificate = await lockCertificate(tx, certificateId)
    if (!enrolment || !certificate) return refuse('unknown')
    const allowed = mayEndCertificate(certificate)
    if (!allowed.ok) return allowed
    await tx
      .update(certificates)
      .set({ endedAt: sql`now()`, endedBy: staff.id, ending: 'revoked', endReason: reason.text })
      .where(eq(certificates.id, certificate.id))
    const message = emails.get(enrolmentId)
    if (message && !isDeletedAccount(enrolment.email)) await enqueueEmail(tx, message)
    await record(tx, staff, {
      action: 'update',
      entity: 'certificates',
      id: certificate.id,
      details: {
        ending: 'revoked',
        certificate: formatCertificateNumber(certificate),
        course: enrolment.course.title,
        email: enrolment.email,
        reason: reason.text,
      },
    })
    return { ok: true }
  })
}

const nameOf = ({ firstName, lastName }: Pick<PersonCase, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`

/** Cleans a typed reason; refuses one that is empty or too long. */
function readReason(typed: string): CertificateOutcome<{ text: string }> {
  const text = cleanReason(typed)
  if (!text) return refuse('no-reason')
  return text.length > REASON_LIMIT ? refuse('long-reason') : { ok: true, text }
}

/**
 * The enrolment, course and number of an attestato, which never change; null if there is no attestato with this id.
 */
async function readCertificate(id: string) {
  if (!isId(id)) return null
  const [certificate] = await db
    .select({
      enrolmentId: certificates.enrolmentId,
      courseId: userCourses.courseId,
      year: certificates.year,
      seq: certificates.seq,
    })
    .from(certificates)
    .innerJoin(userCourses, eq(userCourses.id, certificates.enrolmentId))
    .where(eq(certificates.id, id))
  return certificate ?? null
}

/** Locks an attestato. To avoid deadlocks every command locks its enrolment first. */
async function lockCertificate(tx: Transaction, id: string) {
  const [certificate] = await tx
    .select({
      id: certificates.id,
      year: certificates.year,
      seq: certificates.seq,
      endedAt: certificates.endedAt,
      isUndoable: canBeUndone(certificates.decisionId),
    })
    .from(certificates)
    .where(eq(certificates.id, id))
    .for('update')
  return certificate
}

/**
 * Locks enrolments of an edition, and its lessons, so that no register is opened until the transaction ends. `course`:
 * undefined if none of the enrolments is of that edition.
 */
async function lockCases(tx: Transaction, courseId: string, ids: readonly string[]) {
  if (!isId(courseId)) return { cases: [] }
  const locked = await lockEnrolments(tx, ids)
  const here = locked.filter((enrolment) => enrolment.courseId === courseId).map(({ id }) => id)
  const [course] = await tx.select().from(courses).where(eq(courses.id, courseId))
  if (!course || here.length === 0) return { cases: [] }
  await tx
    .select({ number: courseSessions.number })
    .from(courseSessions)
    .where(eq(courseSessions.courseId, courseId))
    .orderBy(asc(courseSessions.number))
    .for('share')
  return { course, cases: await casesIn(tx, course, here) }
}

/**
 * Issues one attestato to each person, in this order, with the next numbers of the year. `replaced`: the attestato
 * that the only new one replaces, with the reason.
 */
async function issueToPeople(
  tx: Transaction,
  staff: Staff,
  course: typeof courses.$inferSelect,
  people: readonly PersonCase[],
  replaced: (CertificateNumber & { id: string; reason: string }) | null = null,
): Promise<{ decision: string; numbers: string[] }> {
  const day = today()
  const year = Number(day.slice(0, 4))
  const decision = await openDecision(tx, staff, 'certificate')
  await saveNotifiedEnrolments(
    tx,
    decision,
    people.map(({ id }) => id),
  )
  const first = await reserveNumbers(tx, year, people.length)
  const rows = people.map((person, index) => {
    const number = { year, seq: first + index }
    const code = newCode()
    const facts = certificateFactsOf(person, course, {
      number: formatCertificateNumber(number),
      code,
      day,
      replaces: replaced && formatCertificateNumber(replaced),
    })
    return {
      year,
      seq: number.seq,
      enrolmentId: person.id,
      code,
      facts,
      issuedBy: staff.id,
      decisionId: decision.id,
      replaces: replaced?.id ?? null,
      replaceReason: replaced?.reason ?? null,
    }
  })
  const issued = await tx.insert(certificates).values(rows).returning({
    id: certificates.id,
    enrolmentId: certificates.enrolmentId,
    year: certificates.year,
    seq: certificates.seq,
  })
  const entries = issued.map(({ id, enrolmentId, ...number }) => ({
    action: 'create' as const,
    entity: 'certificates' as const,
    id,
    details: {
      certificate: formatCertificateNumber(number),
      course: course.title,
      email: people.find((person) => person.id === enrolmentId)?.email ?? '',
      ...(replaced && { reason: replaced.reason }),
    },
  }))
  await record(tx, staff, entries)
  return { decision: decision.id, numbers: issued.map(formatCertificateNumber) }
}
