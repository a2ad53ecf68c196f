import { and, eq, getTableColumns, inArray, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isDeletedAccount, type Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { SEATED_STATES } from '../courses/seats.rules'
import type { Transaction } from '../database/client.server'
import { decisionRows, decisions, dues, profiles, seatOffers, userCourses } from '../database/schema'
import { type Email, enqueueEmail, type RenderedEmail, renderEmail } from '../mail/outbox.server'
import { env } from '../runtime/env.server'
import { refuse } from '../runtime/outcome.rules'
import type { DecisionKind } from './decision.rules'
import { replaceDues, returnPayments } from './dues/dues.server'
import type { EnrolmentFacts } from './emails'
import { enrolmentFacts } from './emails.queries.server'
import { endOffers } from './offer.server'
import { type EnrolmentOutcome, type EnrolmentRefused, STEPS } from './rules'
import type { LockedEnrolment } from './seats.server'

/** A decision that was just opened. `heldUntil`: until when it can be taken back, and its e-mails wait. */
export type OpenDecision = { id: string; heldUntil: Date }

/**
 * Records a decision of the office, in the transaction of the change that it makes (ADR 31). `courseId`: for a
 * decision about a whole course; `version`: of that course after the change, if it changes; `key`: the id that the
 * decision gets, from the form, so that a form that is sent twice makes one decision.
 */
export async function openDecision(
  tx: Transaction,
  staff: Staff,
  kind: DecisionKind,
  { courseId, version, key }: { courseId?: string; version?: number; key?: string } = {},
): Promise<OpenDecision> {
  const heldUntil = sql`now() + make_interval(secs => ${env.undoMinutes * 60})`
  const [decision] = await tx
    .insert(decisions)
    .values({
      id: key,
      kind,
      actorId: staff.id,
      courseId,
      courseVersion: version,
      heldUntil,
    })
    .returning({ id: decisions.id, heldUntil: decisions.heldUntil })
  if (!decision) throw new Error('The new decision has no id')
  return decision
}

/**
 * Prepares locked enrolments for the change that a decision makes: stores their rows, so that the decision can be
 * undone, stores it as their last decision, and withdraws their open offers.
 */
export async function prepareForDecision(
  tx: Transaction,
  decision: OpenDecision,
  enrolments: readonly string[],
) {
  await endOffers(tx, inArray(seatOffers.enrolmentId, [...enrolments]), 'withdrawn')
  await insertRowsBefore(tx, decision, enrolments, sql`to_jsonb(${userCourses})`)
  await tx
    .update(userCourses)
    .set({ decisionId: decision.id })
    .where(inArray(userCourses.id, [...enrolments]))
}

/** Stores the enrolments about which a decision sends an e-mail without changing them. */
export async function saveNotifiedEnrolments(
  tx: Transaction,
  decision: OpenDecision,
  enrolments: readonly string[],
) {
  // Without `decision_id`: only decisions that change an enrolment lead to the ones before them (`enrolmentsReadBy`).
  await insertRowsBefore(tx, decision, enrolments, sql`to_jsonb(${userCourses}) - 'decision_id'`)
}

/** Stores the rows of enrolments as they are before a decision. `rowBefore`: the row as JSON, or a part of it. */
async function insertRowsBefore(
  tx: Transaction,
  { id }: OpenDecision,
  enrolments: readonly string[],
  rowBefore: SQL,
) {
  await tx.insert(decisionRows).select(
    tx
      .select({
        decisionId: sql`${id}::uuid`.as('decision'),
        userId: userCourses.userId,
        courseId: userCourses.courseId,
        enrolmentId: sql`${userCourses.id}`.as('enrolment'),
        rowBefore: rowBefore.as('row_before'),
      })
      .from(userCourses)
      .where(inArray(userCourses.id, [...enrolments])),
  )
}

/** Stores that a decision has created an enrolment, which undoing the decision deletes. */
export async function saveCreatedEnrolment(tx: Transaction, { id }: OpenDecision, enrolment: string) {
  const [row] = await tx
    .update(userCourses)
    .set({ decisionId: id })
    .where(eq(userCourses.id, enrolment))
    .returning({ userId: userCourses.userId, courseId: userCourses.courseId })
  if (row) await tx.insert(decisionRows).values({ decisionId: id, enrolmentId: enrolment, ...row })
}

/** Columns of an enrolment that name who decided about it. */
const AUTHOR_COLUMNS: PgColumn[] = [userCourses.approvedBy, userCourses.rejectedBy, userCourses.endedBy]

/**
 * Undoes a decision in its enrolments. Those that it changed get their former rows back, if it is still their last
 * decision, but not the authors whose accounts were deleted since; without a seat they lose their dues. Those that it
 * created are deleted, and their payments return to the enrolment that was moved.
 */
export async function restoreEnrolments(tx: Transaction, decisionId: string) {
  const created = tx
    .select({ id: decisionRows.enrolmentId })
    .from(decisionRows)
    .where(and(eq(decisionRows.decisionId, decisionId), isNull(decisionRows.rowBefore)))
  await returnPayments(tx, created)
  const columns = Object.values(getTableColumns(userCourses)).map((column) => {
    const name = sql`${sql.identifier(toSnakeCase(column.name))}`
    const value = AUTHOR_COLUMNS.includes(column)
      ? sql`(select ${profiles.id} from ${profiles} where ${profiles.id} = former.${name})`
      : sql`former.${name}`
    return { name, value }
  })
  const join = (parts: SQL[]) => sql.join(parts, sql`, `)
  await tx.execute(sql`
    update ${userCourses} set (${join(columns.map(({ name }) => name))}) = (
      select ${join(columns.map(({ value }) => value))}
      from jsonb_populate_record(${userCourses}, ${decisionRows.rowBefore}) as former)
    from ${decisionRows}
    where ${decisionRows.decisionId} = ${decisionId} and ${decisionRows.enrolmentId} = ${userCourses.id}
      and ${userCourses.decisionId} = ${decisionId} and ${decisionRows.rowBefore} is not null`)
  await tx.delete(userCourses).where(inArray(userCourses.id, created))
  const withoutSeat = tx
    .select({ id: userCourses.id })
    .from(userCourses)
    .innerJoin(decisionRows, eq(decisionRows.enrolmentId, userCourses.id))
    .where(and(eq(decisionRows.decisionId, decisionId), notInArray(userCourses.status, [...SEATED_STATES])))
  await tx.delete(dues).where(inArray(dues.enrolmentId, withoutSeat))
}

/**
 * Renders an e-mail about each live enrolment, by enrolment. Called before a lock is taken: rendering takes time.
 * `write`: composes the e-mail about one of them.
 */
export async function renderEmailsAbout(
  ids: readonly string[],
  write: (facts: EnrolmentFacts, id: string) => Email,
) {
  const facts = await enrolmentFacts(ids)
  return new Map(
    await Promise.all(
      facts.map(async ({ id, ...facts }) => [id, await renderEmail(write(facts, id))] as const),
    ),
  )
}

/**
 * Enqueues the e-mails about locked enrolments, to the addresses that their people have now: since the e-mails were
 * rendered an address may have changed, or an account was deleted, which gets none. `decision`: the e-mails wait until it
 * can no longer be undone; without one they leave at once.
 * @returns how many e-mails were enqueued
 */
export async function enqueueEmailsAbout(
  tx: Transaction,
  emails: ReadonlyMap<string, RenderedEmail>,
  enrolments: readonly { id: string; email: string }[],
  decision?: OpenDecision,
) {
  let count = 0
  for (const { id, email: address } of enrolments) {
    const email = emails.get(id)
    if (!email || isDeletedAccount(address)) continue
    // The link of an offer too: the change of an address invalidates the links of offers made before, not of this one.
    await enqueueEmail(tx, { ...email, to: { ...email.to, address } }, decision, id)
    count += 1
  }
  return count
}

/** A step that the office takes. */
export type OfficeStep = Exclude<keyof typeof STEPS, 'withdraw'>

/**
 * Takes a step for locked enrolments as part of a decision, with the audit entries and, for an approval, the dues. The
 * caller has asked the rules whether each enrolment may take the step. `overCapacity`: the seat exceeds the limit, for
 * the audit entry; `reason`: of a rejection.
 */
export async function applyStep(
  tx: Transaction,
  staff: Staff,
  decision: OpenDecision,
  step: OfficeStep,
  enrolments: readonly (LockedEnrolment & { overCapacity?: boolean })[],
  reason?: string,
) {
  if (enrolments.length === 0) return
  const { to } = STEPS[step]
  const ids = enrolments.map(({ id }) => id)
  await prepareForDecision(tx, decision, ids)
  await tx
    .update(userCourses)
    .set({ status: to, ...stepColumns(step, staff, reason) })
    .where(inArray(userCourses.id, ids))
  if (step === 'approve') await replaceDues(tx, ids)
  const entries = enrolments.map(({ id, status, email, course, overCapacity }) => ({
    action: 'update' as const,
    entity: 'user_courses' as const,
    id,
    details: {
      ...(step === 'admit' ? { new: { admitted: true } } : { old: { status }, new: { status: to } }),
      course: course.title,
      email,
      ...(reason && { reason }),
      ...(overCapacity && { overCapacity }),
    },
  }))
  await record(tx, staff, entries)
}

/** The columns that a step writes beside the state. */
function stepColumns(step: OfficeStep, staff: Staff, reason?: string) {
  switch (step) {
    case 'approve':
      return approvalColumns(staff)
    case 'admit':
      return ADMISSION_COLUMNS
    case 'reject':
      return {
        ...UNDECIDED_COLUMNS,
        rejectedAt: sql`now()`,
        rejectedBy: staff.id,
        rejectReason: reason || null,
      }
    case 'reopen':
      return { ...UNDECIDED_COLUMNS, reopenedAt: sql`now()`, admittedAt: null }
    default:
      return {}
  }
}

/** Columns of an enrolment that is neither approved nor rejected. */
export const UNDECIDED_COLUMNS = {
  approvedAt: null,
  approvedBy: null,
  rejectedAt: null,
  rejectedBy: null,
  rejectReason: null,
}

/** Columns of an enrolment that is approved now. `id`: of the person who approves it. */
export const approvalColumns = ({ id }: { id: string }) => ({
  ...UNDECIDED_COLUMNS,
  approvedAt: sql`now()`,
  approvedBy: id,
})

/**
 * Columns of a request that a member of staff admits to the waiting list now. A request that is on the list keeps its
 * place, another one goes to the end.
 */
export const ADMISSION_COLUMNS = {
  admittedAt: sql`now()`,
  waitingSince: sql`coalesce(${userCourses.waitingSince}, now())`,
}

/** What one decision about several enrolments did. `decision`: its id, undefined if all enrolments were refused. */
export type DecisionResult = { decision?: string; refused: (EnrolmentRefused & { id: string })[] }

/** The outcome for the only enrolment with which a command for several enrolments was called. */
export function outcomeOfOne({
  decision,
  refused: [refused],
}: DecisionResult): EnrolmentOutcome<{ decision: string }> {
  if (decision) return { ok: true, decision }
  const { id, ...outcome } = refused ?? { id: '', ...refuse('unknown-request') }
  return outcome
}

/**
 * Asks a rule once about each enrolment and separates the allowed from the refused. `lockedEnrolments`: the live ones
 * of `ids`; the others are refused as 'unknown-request'.
 */
export function separateByRule(
  ids: readonly string[],
  lockedEnrolments: readonly LockedEnrolment[],
  rule: (enrolment: LockedEnrolment) => EnrolmentOutcome<{ overCapacity?: boolean }>,
) {
  const refused: DecisionResult['refused'] = []
  const allowed: (LockedEnrolment & { overCapacity?: boolean })[] = []
  for (const id of new Set(ids)) {
    const enrolment = lockedEnrolments.find((row) => row.id === id.toLowerCase())
    const outcome = enrolment ? rule(enrolment) : refuse('unknown-request')
    if (!outcome.ok) refused.push({ id, ...outcome })
    else if (enrolment) allowed.push({ ...enrolment, overCapacity: outcome.overCapacity ?? false })
  }
  return { allowed, refused }
}
