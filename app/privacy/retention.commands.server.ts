import { type Duration, sub } from 'date-fns'
import {
  and,
  eq,
  getTableName,
  inArray,
  isNull,
  lt,
  ne,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { emailAddressesOf, isNotDeleted } from '../accounts/queries.server'
import type { System } from '../accounts/rules'
import { entriesBefore, forgetInLog, record } from '../audit/record.server'
import type { AuditEntity } from '../audit/rules'
import { db, inTransaction, type Transaction } from '../database/client.server'
import {
  attendance,
  bankLines,
  billingDetails,
  certificates,
  contactSubmissions,
  courses,
  courseTeachers,
  decisionRows,
  decisions,
  formerEmails,
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
import { hasPaidEnrolments } from './account-deletion.sql'
import { RETENTION } from './retention.rules'

/** Rows per transaction. */
const BATCH = 500

/**
 * Deletes what is older than `RETENTION` at the moment `now`, except backups. Lines of statements, and billing details
 * of deleted accounts, are deleted with their last payment. The log gets the numbers of deleted rows, without those of
 * lines, billing details and rows of decisions.
 */
export async function forgetExpired(system: System, now = new Date()): Promise<void> {
  const isOlder = (column: AnyPgColumn, age: Duration) => lt(column, sub(now, age))

  const { handledAt, createdAt: arrivedAt } = contactSubmissions
  const isOldMessage = sql`coalesce(${handledAt}, ${arrivedAt}) < ${sub(now, { months: RETENTION.messageMonths })}`
  await purge(system, contactSubmissions, isOldMessage)

  // Unconfirmed accounts with an enrolment or an edition to teach, which the office made, stay.
  const isEnrolled = sql`exists (select from ${userCourses} where ${userCourses.userId} = ${profiles.id})`
  const isTeacher = sql`exists (select from ${courseTeachers} where ${courseTeachers.userId} = ${profiles.id})`
  const isOldUnconfirmed = and(
    eq(profiles.emailVerified, false),
    isOlder(profiles.updatedAt, { days: RETENTION.unconfirmedDays }),
    not(isEnrolled),
    not(isTeacher),
  )
  await purge(system, profiles, isOldUnconfirmed, forgetPeopleInLog)

  const { confirmedAt, createdAt: requestedAt } = interests
  const isOldInterest = or(
    isOlder(requestedAt, { months: RETENTION.interestMonths }),
    and(isNull(confirmedAt), isOlder(requestedAt, { days: RETENTION.unconfirmedInterestDays })),
  )
  await purge(system, interests, isOldInterest)

  const isOldEmail = isOlder(outgoingMail.createdAt, { days: RETENTION.emailDays })
  await purge(system, outgoingMail, isOldEmail)

  const isOldAttempt = isOlder(signIns.createdAt, { days: RETENTION.signInDays })
  await purge(system, signIns, isOldAttempt)

  await forgetRegisters(system, now)
  // Payments and billing details of deleted accounts only; the details stay as long as there are payments.
  const deletedAccounts = db.select({ id: profiles.id }).from(profiles).where(not(isNotDeleted))
  const enrolmentsOfDeleted = db
    .select({ id: userCourses.id })
    .from(userCourses)
    .where(inArray(userCourses.userId, deletedAccounts))
  const isReceivedLongAgo = lt(payments.receivedOn, today(sub(now, { years: RETENTION.paymentYears })))
  const isOldPayment = and(isReceivedLongAgo, inArray(payments.enrolmentId, enrolmentsOfDeleted))
  await purge(system, payments, isOldPayment)
  const paymentOfLine = db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.bankLineId, bankLines.id))
  await db.delete(bankLines).where(notExists(paymentOfLine))
  await db
    .delete(billingDetails)
    .where(
      and(inArray(billingDetails.userId, deletedAccounts), not(hasPaidEnrolments(billingDetails.userId))),
    )

  // The row has the number and facts of an attestato; its PDF is one of the documents below.
  const isOldCertificate = isOlder(certificates.issuedAt, { years: RETENTION.certificateYears })
  await purge(system, certificates, isOldCertificate)

  const isOldDocument = isOlder(personalDocuments.createdAt, { years: RETENTION.personalDocumentYears })
  await purge(system, personalDocuments, isOldDocument)

  // The rows of a message name its recipients, who stay as long as the message.
  const isOldDecision = and(
    isOlder(decisions.madeAt, { days: RETENTION.decisionDays }),
    ne(decisions.kind, 'message'),
  )
  const oldDecisions = db.select({ id: decisions.id }).from(decisions).where(isOldDecision)
  await db.delete(decisionRows).where(inArray(decisionRows.decisionId, oldDecisions))

  const { table: logEntries, isExpired: isOldEntry } = entriesBefore(sub(now, { years: RETENTION.logYears }))
  await purge(system, logEntries, isOldEntry)
}

/** Deletes the marks of editions that ended long enough ago, in one transaction, so that no register stays in part. */
async function forgetRegisters(system: System, now: Date): Promise<void> {
  const endedBefore = formatDate(sub(now, { years: RETENTION.registerYears }), 'yyyy-MM-dd')
  await inTransaction(async (tx) => {
    const editions = tx.select({ id: courses.id }).from(courses).where(lt(courses.endDate, endedBefore))
    const { rowCount } = await tx.delete(attendance).where(inArray(attendance.courseId, editions))
    if (!rowCount) return
    const details = { cause: 'retention', count: rowCount } as const
    await record(tx, system, { action: 'delete', entity: 'attendance', id: MANY_ROWS_ID, details })
  })
}

/** Stands for the id in an entry of the log about many deleted rows; the Italian word for expiry. */
const MANY_ROWS_ID = 'scadenza'

/**
 * Replaces in the log the values of people who are about to be deleted without a confirmed address, which may have been
 * that of somebody else. `ids`: of their profiles.
 */
async function forgetPeopleInLog(tx: Transaction, ids: string[]): Promise<void> {
  const { id, email } = profiles
  const people = await tx.select({ id, email }).from(profiles).where(inArray(id, ids))
  for (const person of people) {
    const addresses = await emailAddressesOf(tx, person)
    const ofOthers = await tx
      .select({ email: formerEmails.email })
      .from(formerEmails)
      .where(
        and(inArray(formerEmails.email, addresses), ne(formerEmails.userId, person.id), formerEmails.proven),
      )
    const emails = addresses.filter((address) => !ofOthers.some((other) => other.email === address))
    await forgetInLog(tx, { id: person.id, emails }, [])
  }
}

/**
 * Deletes the rows that fulfil `isExpired` in batches, and logs the number of rows of each batch. Rows that are
 * locked by others stay until the next run. `beforeDelete` runs for each batch, in its transaction.
 */
async function purge(
  system: System,
  table: PgTable & { id: AnyPgColumn; _: { name: AuditEntity } },
  isExpired: SQL | undefined,
  beforeDelete?: (tx: Transaction, ids: string[]) => Promise<void>,
): Promise<void> {
  const entity = getTableName(table)
  if (!isExpired) throw new Error(`Without a condition all ${entity} would be deleted`)
  for (let count = BATCH; count === BATCH; ) {
    count = await inTransaction(async (tx) => {
      const rows = await tx
        .select({ id: table.id })
        .from(table)
        .where(isExpired)
        .limit(BATCH)
        .for('update', { skipLocked: true })
      if (rows.length === 0) return 0
      const ids = rows.map(({ id }) => id)
      await beforeDelete?.(tx, ids.map(String))
      await tx.delete(table).where(inArray(table.id, ids))
      const details = { cause: 'retention', count: rows.length } as const
      await record(tx, system, { action: 'delete', entity, id: MANY_ROWS_ID, details })
      return rows.length
    })
  }
}
