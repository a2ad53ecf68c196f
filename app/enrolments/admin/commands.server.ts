import type { Admin } from '../../accounts/rules'
import { inTransaction, type Transaction } from '../../database/client.server'
import { today } from '../../runtime/clock'
import { renderEach, takeStep } from '../decision.server'
import { requestApproved, requestRejected } from '../emails'
import {
  type Decided,
  mayApprove,
  maySeat,
  mayStep,
  REASON_LIMIT,
  type Refused,
  reasonFrom,
  refuse,
} from '../rules'
import { type LockedEnrolment, lockEnrolments } from '../seats.server'
import { admittedToList } from '../waiting/emails'
import { mayAdmit } from '../waiting/rules'
import { hasBegun, mayMark, type RosterStep } from './rules'

type Many = { decision?: string; refused: (Refused & { id: string })[] }

/** Enrolments that one decision may concern. */
export const MOST_AT_ONCE = 100

/** A full course is 'full', unless `overCapacity`, which the audit entry records. */
export async function approveRequest(
  admin: Admin,
  enrolmentId: string,
  options: { overCapacity?: boolean } = {},
): Promise<Decided> {
  return only(await approveRequests(admin, [enrolmentId], options))
}

/** Approves pending requests as one decision, each by its own rule; the others are named. */
export async function approveRequests(
  admin: Admin,
  enrolmentIds: readonly string[],
  { overCapacity = false }: { overCapacity?: boolean } = {},
): Promise<Many> {
  const emails = await renderEach(enrolmentIds, requestApproved)
  return inTransaction(async (tx) => {
    const given = new Map<string, number>()
    return decideEach(tx, admin, 'approve', enrolmentIds, { emails }, (enrolment) => {
      const { course } = enrolment
      const taken = course.seatsTaken - (enrolment.isOffered ? 1 : 0) + (given.get(course.id) ?? 0)
      const decision = mayApprove(enrolment.status, course, taken, overCapacity)
      if (!decision.ok) return decision
      given.set(course.id, taken + 1 - course.seatsTaken)
      return { ok: true, overCapacity: !maySeat(course, taken).ok }
    })
  })
}

export async function admitRequest(admin: Admin, enrolmentId: string): Promise<Decided> {
  return only(await admitRequests(admin, [enrolmentId]))
}

/** Puts pending requests of full editions on the waiting list as one decision, each by its own rule. */
export async function admitRequests(admin: Admin, enrolmentIds: readonly string[]): Promise<Many> {
  const emails = await renderEach(enrolmentIds, admittedToList)
  return inTransaction((tx) =>
    decideEach(tx, admin, 'admit', enrolmentIds, { emails }, (enrolment) =>
      mayAdmit(enrolment, enrolment.course),
    ),
  )
}

/** Rejects a pending request. The reason is stored and mailed to the person. */
export async function rejectRequest(admin: Admin, enrolmentId: string, reason = ''): Promise<Decided> {
  return only(await rejectRequests(admin, [enrolmentId], reason))
}

/** Rejects pending requests as one decision, with one reason. */
export async function rejectRequests(
  admin: Admin,
  enrolmentIds: readonly string[],
  reason = '',
): Promise<Many> {
  const because = reasonFrom(reason)
  if (because.length > REASON_LIMIT)
    return { refused: enrolmentIds.map((id) => ({ id, ...refuse('long-reason') })) }
  const emails = await renderEach(enrolmentIds, (facts) => requestRejected(facts, because))
  return inTransaction((tx) =>
    decideEach(
      tx,
      admin,
      'reject',
      enrolmentIds,
      { emails, ...(because && { reason: because }) },
      ({ status }) => mayStep('reject', status),
    ),
  )
}

export async function reopenRequest(admin: Admin, enrolmentId: string): Promise<Decided> {
  return inTransaction(async (tx) =>
    only(
      await decideEach(tx, admin, 'reopen', [enrolmentId], {}, ({ course, status }) =>
        course.cancelledAt ? refuse('cancelled') : mayStep('reopen', status),
      ),
    ),
  )
}

/** Starts or completes an enrolment, or undoes that. Before the first session both are refused as 'early', unless `early`. */
export async function markEnrolment(
  admin: Admin,
  enrolmentId: string,
  step: RosterStep,
  { early = false }: { early?: boolean } = {},
): Promise<Decided> {
  return inTransaction(async (tx) =>
    only(
      await decideEach(tx, admin, step, [enrolmentId], {}, ({ course, status }) =>
        course.cancelledAt ? refuse('cancelled') : mayMark(step, status, hasBegun(course, today()), early),
      ),
    ),
  )
}

/** The outcome of a decision about one enrolment. */
function only({ decision, refused: [refused] }: Many): Decided {
  if (decision) return { ok: true, decision }
  const { id, ...why } = refused ?? { id: '', ...refuse('unknown-request') }
  return why
}

type Ruling = Refused | { ok: true; overCapacity?: boolean }

/** One decision for all that `rule` allows. */
async function decideEach(
  tx: Transaction,
  admin: Admin,
  step: 'approve' | 'admit' | 'reject' | 'reopen' | RosterStep,
  ids: readonly string[],
  about: Parameters<typeof takeStep>[4],
  rule: (enrolment: LockedEnrolment) => Ruling,
): Promise<Many> {
  const locked = new Map((await lockEnrolments(tx, ids)).map((enrolment) => [enrolment.id, enrolment]))
  const refused: Many['refused'] = []
  const allowed: (LockedEnrolment & { overCapacity: boolean })[] = []
  for (const id of new Set(ids)) {
    const enrolment = locked.get(id.toLowerCase())
    const ruling = enrolment ? rule(enrolment) : refuse('unknown-request')
    if (!ruling.ok) refused.push({ id, ...ruling })
    else if (enrolment) allowed.push({ ...enrolment, overCapacity: ruling.overCapacity ?? false })
  }
  if (allowed.length === 0) return { refused }
  return { decision: await takeStep(tx, admin, step, allowed, about), refused }
}
