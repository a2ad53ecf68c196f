// Writes that several commands share, within their transactions.

import { randomUUID } from 'node:crypto'
import { and, count, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Code } from '../audit/codes.rules'
import { record } from '../audit/record.server'
import type { Transaction } from '../database/client.server'
import { accounts, profiles, sessions, signIns, signUps, verifications } from '../database/schema'
import { enqueueEmail } from '../mail/outbox.server'
import { refuse } from '../runtime/outcome.rules'
import { newDeviceUsed, passwordChanged } from './emails'
import { isOneTimeTokenOf } from './one-time-tokens.server'
import { awaitsActivation } from './queries.server'
import {
  type Actor,
  isDeletedAccount,
  isPersonId,
  type Member,
  type Role,
  type Staff,
  type Visitor,
} from './rules'
import { createSession } from './session-cookie.server'
import { logSignInEvent } from './sign-in-log/log.server'
import { SIGNED_IN_OUTCOMES } from './sign-in-log/rules'
import { findSignUp } from './sign-ups.queries.server'

type NewPerson = { email: string; firstName: string; lastName: string }

/** The condition that a row of `accounts` holds the password of a person. */
const isPasswordOf = (userId: string) =>
  and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))

/**
 * Stores a sign-up and its unconfirmed profile, and returns the profile; null for a confirmed address. The profile
 * shows the newest sign-up. A profile that the office entered stays as it is, since a stranger may have signed up. The
 * actor 'self' is the person who signs up; `hash`: of the password of the sign-up (`hashSignUpPassword`).
 */
export async function storeSignUp(tx: Transaction, actor: Actor | 'self', person: NewPerson, hash: string) {
  const id = randomUUID()
  const invitedProfiles = await tx
    .update(profiles)
    .set({ updatedAt: new Date() })
    .where(and(eq(profiles.email, person.email), awaitsActivation))
    .returning({ id: profiles.id })
  const [row] =
    invitedProfiles.length > 0
      ? invitedProfiles
      : await tx
          .insert(profiles)
          .values({ id, ...person })
          .onConflictDoUpdate({
            target: profiles.email,
            set: { ...person, updatedAt: new Date() },
            setWhere: eq(profiles.emailVerified, false),
          })
          .returning({ id: profiles.id })
  if (!row) return null

  const { firstName, lastName } = person
  await tx.insert(signUps).values({ firstName, lastName, userId: row.id, password: hash })
  await record(tx, actor === 'self' ? row : actor, {
    action: row.id === id ? 'create' : 'update',
    entity: 'profiles',
    id: row.id,
    details: { cause: 'sign_up' },
  })
  return { id: row.id }
}

/**
 * Confirms the address of a person with the names and the password of the sign-up that has this hash, and deletes all
 * sign-ups of the person. False without such a sign-up, or if the address was confirmed before.
 */
export async function confirmSignUp(
  tx: Transaction,
  actor: Actor,
  userId: string,
  hash: string,
): Promise<boolean> {
  const signUp = await findSignUp(tx, userId, hash)
  if (!signUp || !(await confirmPerson(tx, actor, userId, signUp))) return false
  await storePasswordHash(tx, userId, hash)
  return true
}

/**
 * Confirms the address of a person, writes `names` (those of a sign-up, if any) into the profile and deletes the
 * sign-ups. False if the address was confirmed before.
 */
export async function confirmPerson(
  tx: Transaction,
  actor: Actor,
  userId: string,
  names: Awaited<ReturnType<typeof findSignUp>>,
): Promise<boolean> {
  const confirmed = await tx
    .update(profiles)
    .set({ ...names, emailVerified: true, updatedAt: new Date() })
    .where(and(eq(profiles.id, userId), eq(profiles.emailVerified, false)))
    .returning({ id: profiles.id })
  if (confirmed.length === 0) return false
  await tx.delete(signUps).where(eq(signUps.userId, userId))
  const details = { old: { emailVerified: false }, new: { emailVerified: true } }
  await record(tx, actor, { action: 'update', entity: 'profiles', id: userId, details })
  return true
}

/** Writes and logs a new role. The caller decides whether the person may have it (`mayGiveRole`). */
export async function giveRole(
  tx: Transaction,
  actor: Actor,
  { id, role }: { id: string; role: Role },
  newRole: Role,
): Promise<void> {
  await tx.update(profiles).set({ role: newRole, updatedAt: new Date() }).where(eq(profiles.id, id))
  const details = { old: { role }, new: { role: newRole } }
  await record(tx, actor, { action: 'update', entity: 'profiles', id, details })
}

/**
 * Locks the roles of all staff and returns them. One advisory lock instead of row locks: people join and leave the
 * staff, so their rows cannot be locked in a fixed order.
 */
async function lockRoles(tx: Transaction) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('administrators'))`)
  return tx.select({ id: profiles.id, role: profiles.role }).from(profiles).where(ne(profiles.role, 'member'))
}

/** Locks the roles of all staff and returns the number of administrators. */
export async function lockAndCountAdministrators(tx: Transaction): Promise<number> {
  return (await lockRoles(tx)).filter(({ role }) => role === 'admin').length
}

/**
 * Locks the roles of all staff and returns the number of administrators. Refuses `staff` who no longer have the role
 * with which they act.
 */
export async function lockRolesFor(tx: Transaction, staff: Staff) {
  const roles = await lockRoles(tx)
  const hasRole = roles.some(({ id, role }) => id === staff.id && role === staff.role)
  if (!hasRole) return refuse('role-changed')
  return { ok: true, administrators: roles.filter(({ role }) => role === 'admin').length } as const
}

/**
 * Locks the roles and then the person on whom `staff` act, and returns the person with the number of administrators.
 * Refuses what `lockRolesFor` refuses, and an unknown or deleted person.
 */
export async function lockPersonFor(tx: Transaction, staff: Staff, personId: string) {
  if (!isPersonId(personId)) return refuse('unknown-person')
  const locked = await lockRolesFor(tx, staff)
  if (!locked.ok) return locked
  const person = await lockPerson(tx, personId)
  if (!person || isDeletedAccount(person.email)) return refuse('unknown-person')
  return { ...locked, person }
}

/**
 * Locks the profile of a person and returns it; undefined for an unknown person. 'update' to change the credentials,
 * 'share' to sign in. Call it before ending sessions, so that no sign-in opens another one meanwhile.
 */
export async function lockPerson(tx: Transaction, userId: string, strength: 'share' | 'update' = 'update') {
  const [person] = await tx.select().from(profiles).where(eq(profiles.id, userId)).for(strength)
  return person
}

/**
 * Deletes the sessions of a person, without events in the log of sign-ins (unlike `endAndLogSessions`).
 * `exceptSessionId`: a session that stays.
 */
export async function endSessions(tx: Transaction, userId: string, exceptSessionId?: string): Promise<void> {
  const isOther = exceptSessionId ? ne(sessions.id, exceptSessionId) : undefined
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), isOther))
}

/**
 * Opens a session, logs the sign-in with its `outcome` and returns the `Set-Cookie` header. An e-mail reports a device
 * with which no earlier sign-in of the log was completed, unless the log has no completed sign-in at all.
 */
export async function openSession(
  tx: Transaction,
  person: { id: string; email: string; firstName: string },
  visitor: Visitor,
  outcome: (typeof SIGNED_IN_OUTCOMES)[number],
): Promise<Headers> {
  const isSignInOfPerson = and(
    eq(signIns.userId, person.id),
    inArray(signIns.outcome, [...SIGNED_IN_OUTCOMES]),
  )
  const [earlierSignIns] = await tx
    .select({
      total: count(),
      fromDevice: sql`count(*) filter (where ${signIns.device} = ${visitor.device})`.mapWith(Number),
    })
    .from(signIns)
    .where(isSignInOfPerson)
  const { sessionId, headers } = await createSession(person.id, visitor)
  await logSignInEvent(tx, person.id, outcome, visitor, sessionId)
  if (earlierSignIns && earlierSignIns.total > 0 && earlierSignIns.fromDevice === 0)
    await enqueueEmail(tx, newDeviceUsed({ ...person, device: visitor.device }))
  return headers
}

/**
 * Ends every session of a member and opens a new one, which takes the place of the present one in the log of sign-ins.
 * Returns the `Set-Cookie` header of the new session.
 */
export async function replaceSession(tx: Transaction, member: Member, visitor: Visitor): Promise<Headers> {
  await endSessions(tx, member.id)
  const { sessionId, headers } = await createSession(member.id, visitor)
  if (member.sessionId)
    await tx.update(signIns).set({ sessionId }).where(eq(signIns.sessionId, member.sessionId))
  return headers
}

/**
 * Stores a new password and logs `cause`. All sessions and one-time tokens of the person end. An e-mail tells the
 * person, unless this is the first password.
 */
export async function replacePassword(
  tx: Transaction,
  person: { id: string; email: string; firstName: string },
  hash: string,
  cause: Code<'cause'>,
) {
  await lockPerson(tx, person.id)
  const isFirstPassword = (await passwordHashOf(tx, person.id)) === undefined
  await storePasswordHash(tx, person.id, hash)
  await endSessions(tx, person.id)
  await tx.delete(verifications).where(isOneTimeTokenOf(person.id))
  await record(tx, person, { action: 'update', entity: 'profiles', id: person.id, details: { cause } })
  if (!isFirstPassword) await enqueueEmail(tx, passwordChanged(person))
}

/** Stores the hash of a password, in place of the one that the person had. */
export async function storePasswordHash(tx: Transaction, userId: string, hash: string) {
  await tx
    .insert(accounts)
    .values({ id: randomUUID(), accountId: userId, providerId: 'credential', userId, password: hash })
    .onConflictDoUpdate({
      target: [accounts.providerId, accounts.accountId],
      set: { password: hash, updatedAt: new Date() },
    })
}

/** Returns the hash of the password; undefined for a person without one. */
export async function passwordHashOf(tx: Pick<Transaction, 'select'>, userId: string) {
  const [row] = await tx.select({ password: accounts.password }).from(accounts).where(isPasswordOf(userId))
  return row?.password ?? undefined
}
