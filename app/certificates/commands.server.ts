import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { db, inTransaction, type Transaction } from '../database/client.server'
import {
  certificateNumbers,
  certificates,
  courseSessions,
  courses,
  outgoingMail,
  userCourses,
} from '../database/schema'
import {
  enqueueEmailsAbout,
  openDecision,
  renderEmailsAbout,
  saveNotifiedEnrolments,
} from '../enrolments/decision.server'
import { canBeUndone } from '../enrolments/decisions.sql'
import { cleanTypedText, REASON_LIMIT } from '../enrolments/rules'
import { lockEnrolments } from '../enrolments/seats.server'
import { isId } from '../parsing/text.rules'
import { today } from '../runtime/clock'
import { refuse } from '../runtime/outcome.rules'
import { type CertificateCandidate, certificateCandidates } from './candidates.queries.server'
import { certificateRevoked } from './emails'
import { certificateFactsOf, newCode } from './facts.server'
import {
  type CertificateNumber,
  type CertificateOutcome,
  type CertificateRefusal,
  formatCertificateNumber,
  mayEndCertificate,
  mayIssue,
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
    const { course, candidates } = await lockCandidates(tx, staff, courseId, ids)
    const allowed: CertificateCandidate[] = []
    const refused: IssueResult['refused'] = []
    for (const person of candidates) {
      const outcome = mayIssue(person.lacks, person.hasIssuedCertificate)
      if (outcome.ok) allowed.push(person)
      else
        refused.push({
          name: `${person.firstName} ${person.lastName}`,
          refusal: outcome.refusal,
          id: person.id,
        })
    }
    if (!course || allowed.length === 0) return { numbers: [], refused }
    return { ...(await issueToPeople(tx, staff, course, allowed)), refused }
  })
}

/**
 * Replaces a valid attestato by a new one, with the next number and the facts of today, as a decision. The public page
 * of the replaced attestato shows the reason.
 * @param typedReason cleaned before it is stored; refused if it is empty or too long
 */
export async function reissueCertificate(
  staff: Staff,
  certificateId: string,
  typedReason: string,
): Promise<CertificateOutcome<{ decision: string; numbers: string[] }>> {
  const ending = await readEnding(certificateId, typedReason)
  if (!ending.ok) return ending
  return inTransaction(async (tx) => {
    const { course, candidates } = await lockCandidates(tx, staff, ending.courseId, [ending.enrolmentId])
    const certificate = await lockCertificate(tx, certificateId)
    const [person] = candidates
    if (!course || !person || !certificate) return refuse('unknown')
    const allowed = mayEndCertificate(certificate)
    if (!allowed.ok) return allowed
    const allowedNew = mayIssue(person.lacks, false)
    if (!allowedNew.ok) return allowedNew
    await tx
      .update(certificates)
      .set({ endedAt: sql`now()`, ending: 'replaced' })
      .where(eq(certificates.id, certificate.id))
    const replaced = { ...certificate, reason: ending.reason }
    return { ok: true, ...(await issueToPeople(tx, staff, course, [person], replaced)) }
  })
}

/**
 * Revokes a valid attestato, which cannot be undone. An e-mail and the public page tell the reason.
 * @param typedReason cleaned before it is stored; refused if it is empty or too long
 */
export async function revokeCertificate(
  staff: Staff,
  certificateId: string,
  typedReason: string,
): Promise<CertificateOutcome> {
  const ending = await readEnding(certificateId, typedReason)
  if (!ending.ok) return ending
  const { enrolmentId, reason } = ending
  const emails = await renderEmailsAbout([enrolmentId], (facts) =>
    certificateRevoked(facts, enrolmentId, ending, reason),
  )
  return inTransaction(async (tx) => {
    const [enrolment] = await lockEnrolments(tx, [enrolmentId])
    const certificate = await lockCertificate(tx, certificateId)
    if (!enrolment || !certificate) return refuse('unknown')
    const allowed = mayEndCertificate(certificate)
    if (!allowed.ok) return allowed
    await tx
      .update(certificates)
      .set({ endedAt: sql`now()`, ending: 'revoked', endReason: reason })
      .where(eq(certificates.id, certificate.id))
    // On a slow mail server the announcement would come after the revocation.
    if (certificate.decisionId) await dropUnsentEmailsAbout(tx, enrolmentId, certificate.decisionId)
    await enqueueEmailsAbout(tx, emails, [enrolment])
    await record(tx, staff, {
      action: 'update',
      entity: 'certificates',
      id: certificate.id,
      details: {
        ending: 'revoked',
        certificate: formatCertificateNumber(certificate),
        course: enrolment.course.title,
        email: enrolment.email,
        reason,
      },
    })
    return { ok: true }
  })
}

/** Deletes the e-mails of a decision about an enrolment that have not arrived, also one that the sender has tried. */
async function dropUnsentEmailsAbout(tx: Transaction, enrolment: string, decision: string) {
  const { decisionId, enrolmentId, sentAt } = outgoingMail
  await tx
    .delete(outgoingMail)
    .where(and(eq(decisionId, decision), eq(enrolmentId, enrolment), isNull(sentAt)))
}

/**
 * Cleans the typed reason for ending an attestato, and refuses one that is empty or too long. Returns it with the
 * enrolment, course and number of the attestato, which never change.
 */
async function readEnding(id: string, typedReason: string) {
  const reason = cleanTypedText(typedReason)
  if (!reason) return refuse('no-reason')
  if (reason.length > REASON_LIMIT) return refuse('long-reason')
  if (!isId(id)) return refuse('unknown')
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
  return certificate ? { ok: true as const, reason, ...certificate } : refuse('unknown')
}

/** Locks an attestato. To avoid deadlocks every command locks its enrolment first. */
async function lockCertificate(tx: Transaction, id: string) {
  const [certificate] = await tx
    .select({
      id: certificates.id,
      year: certificates.year,
      seq: certificates.seq,
      endedAt: certificates.endedAt,
      decisionId: certificates.decisionId,
      isUndoable: canBeUndone(certificates.decisionId),
    })
    .from(certificates)
    .where(eq(certificates.id, id))
    .for('update')
  return certificate
}

/**
 * Locks enrolments, and the lessons of an edition, so that no register is opened or closed until the transaction ends.
 * Returns those enrolments that may be candidates for an attestato. `course`: undefined for an unknown one.
 */
async function lockCandidates(tx: Transaction, staff: Staff, courseId: string, ids: readonly string[]) {
  if (!isId(courseId)) return { candidates: [] }
  await lockEnrolments(tx, ids)
  const [course] = await tx.select().from(courses).where(eq(courses.id, courseId))
  if (!course) return { candidates: [] }
  const sessions = await tx
    .select()
    .from(courseSessions)
    .where(eq(courseSessions.courseId, courseId))
    .orderBy(asc(courseSessions.number))
    .for('share')
  return { course, candidates: await certificateCandidates(staff, { ...course, sessions }, tx, ids) }
}

/**
 * Reserves the next `count` numbers of a year, which are consecutive, and returns the first. Other transactions wait for
 * the numbers of that year until this one ends; if it is rolled back, its numbers are free again.
 */
async function reserveNumbers(tx: Transaction, year: number, count: number): Promise<number> {
  const [row] = await tx
    .insert(certificateNumbers)
    .values({ year, last: count })
    .onConflictDoUpdate({
      target: certificateNumbers.year,
      set: { last: sql`${certificateNumbers.last} + ${count}` },
    })
    .returning({ last: certificateNumbers.last })
  return (row?.last ?? count) - count + 1
}

/**
 * Issues one attestato to each person, in this order, with the next numbers of the year. `replaced`: the attestato
 * that the only new one replaces, with the reason.
 */
async function issueToPeople(
  tx: Transaction,
  staff: Staff,
  course: typeof courses.$inferSelect,
  people: readonly CertificateCandidate[],
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
  const firstNumber = await reserveNumbers(tx, year, people.length)
  const rows = people.map((person, index) => {
    const number = { year, seq: firstNumber + index }
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
