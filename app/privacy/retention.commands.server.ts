import { sub } from 'date-fns'
import { and, eq, inArray, isNull, lt, ne, not, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { isNotDeleted } from '../accounts/queries.server'
import type { System } from '../accounts/rules'
import { entriesBefore, record } from '../audit/record.server'
import type { AuditEntity } from '../audit/rules'
import { db, inTransaction } from '../database/client.server'
import {
  attendance,
  bankLines,
  billingDetails,
  certificates,
  contactSubmissions,
  courses,
  decisionRows,
  decisions,
  interests,
  outgoingMail,
  payments,
  personalDocuments,
  profiles,
  signIns,
  userCourses,
} from '../database/schema'
import { formatDate } from '../italian/dates'
import { today } from '../runtime/clock'
import { RETENTION } from './retention.rules'

/** Rows per transaction. */
const BATCH = 500

/** Deletes what is older than `RETENTION`, as of `now`. The audit log gets counts only. */
export async function forgetExpired(system: System, now = new Date()): Promise<void> {
  const { handledAt, createdAt: arrivedAt } = contactSubmissions
  const done = sql`coalesce(${handledAt}, ${arrivedAt}) < ${sub(now, { months: RETENTION.messageMonths })}`
  await purge(system, 'contact_submissions', { table: contactSubmissions, when: done })

  // Unconfirmed accounts that the office enrolled stay.
  const enrolled = sql`exists (select from ${userCourses} where ${userCourses.userId} = ${profiles.id})`
  const neverConfirmed = and(
    eq(profiles.emailVerified, false),
    lt(profiles.updatedAt, sub(now, { days: RETENTION.unconfirmedDays })),
    sql`not ${enrolled}`,
  )
  await purge(system, 'profiles', { table: profiles, when: neverConfirmed })

  const { confirmedAt, createdAt: askedAt } = interests
  const waited = or(
    lt(askedAt, sub(now, { months: RETENTION.interestMonths })),
    and(isNull(confirmedAt), lt(askedAt, sub(now, { days: RETENTION.unconfirmedInterestDays }))),
  )
  await purge(system, 'interests', { table: interests, when: waited })

  const posted = lt(outgoingMail.createdAt, sub(now, { days: RETENTION.emailDays }))
  await purge(system, 'outgoing_mail', { table: outgoingMail, when: posted })

  const tried = lt(signIns.createdAt, sub(now, { days: RETENTION.signInDays }))
  await purge(system, 'sign_ins', { table: signIns, when: tried })

  await forgetRegisters(system, now)
  // Payments go only with deleted accounts.
  const ofNobody = db
    .select({ id: userCourses.id })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(not(isNotDeleted))
  const old = lt(payments.receivedOn, today(sub(now, { years: RETENTION.paymentYears })))
  const isForgotten = and(old, inArray(payments.enrolmentId, ofNobody))
  await purge(system, 'payments', { table: payments, when: isForgotten })
  const isPayment = db.select({ id: payments.id }).from(payments).where(eq(payments.bankLineId, bankLines.id))
  await db.delete(bankLines).where(notExists(isPayment))
  // Billing details of deleted accounts stay as long as there are payments.
  const paying = sql`exists (select from ${payments} as received join ${userCourses} as seat on seat.id = received.enrolment_id
    where seat.user_id = ${billingDetails.userId})`
  const gone = db.select({ id: profiles.id }).from(profiles).where(not(isNotDeleted))
  await db.delete(billingDetails).where(and(inArray(billingDetails.userId, gone), not(paying)))

  // The row goes with its number; the file is deleted with the other documents.
  const isOver = lt(certificates.issuedAt, sub(now, { years: RETENTION.certificateYears }))
  await purge(system, 'certificates', { table: certificates, when: isOver })

  const isExpired = lt(personalDocuments.createdAt, sub(now, { years: RETENTION.personalDocumentYears }))
  await purge(system, 'personal_documents', { table: personalDocuments, when: isExpired })

  // The people whom a message reached are kept with the message.
  const { id, madeAt, kind } = decisions
  const over = and(lt(madeAt, sub(now, { days: RETENTION.decisionDays })), ne(kind, 'message'))
  const forgotten = db.select({ id }).from(decisions).where(over)
  await db.delete(decisionRows).where(inArray(decisionRows.decisionId, forgotten))

  await purge(system, 'audit_logs', entriesBefore(sub(now, { years: RETENTION.logYears })))
}

/** Deletes the marks of editions that ended long enough ago, in one transaction: those of an edition go together. */
async function forgetRegisters(system: System, now: Date): Promise<void> {
  const endedBefore = formatDate(sub(now, { years: RETENTION.registerYears }), 'yyyy-MM-dd')
  await inTransaction(async (tx) => {
    const editions = tx.select({ id: courses.id }).from(courses).where(lt(courses.endDate, endedBefore))
    const { rowCount } = await tx.delete(attendance).where(inArray(attendance.courseId, editions))
    if (!rowCount) return
    const details = { cause: 'retention', count: rowCount } as const
    await record(tx, system, { action: 'delete', entity: 'attendance', id: RETENTION_RUN, details })
  })
}

/** The id in the audit log's entry about many deleted rows. */
const RETENTION_RUN = 'scadenza'

/**
 * Deletes the rows that fulfil `when` in batches, and logs the number of each batch. Locked rows wait for the next
 * run.
 */
async function purge(
  system: System,
  entity: AuditEntity,
  { table, when }: { table: PgTable & { id: AnyPgColumn }; when: SQL | undefined },
): Promise<void> {
  for (let count = BATCH; count === BATCH; ) {
    count = await inTransaction(async (tx) => {
      const some = await tx
        .select({ id: table.id })
        .from(table)
        .where(when)
        .limit(BATCH)
        .for('update', { skipLocked: true })
      if (some.length === 0) return 0
      const ids = some.map(({ id }) => id)
      await tx.delete(table).where(inArray(table.id, ids))
      const details = { cause: 'retention', count: some.length } as const
      await record(tx, system, { action: 'delete', entity, id: RETENTION_RUN, details })
      return some.length
    })
  }
}
