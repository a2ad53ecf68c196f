// A sign-in is recorded in the log of sign-ins, not in the audit log. A sign-out is not recorded.

import { and, eq, getTableColumns } from 'drizzle-orm'
import { type Database, db, inTransaction } from '../../database/client.server'
import { accounts, profiles, secondFactors, sessions } from '../../database/schema'
import { countAttempt } from '../../http/rate-limit.server'
import { ACCOUNT_LIMITS } from '../../http/rate-limits.rules'
import { refuse } from '../../runtime/outcome.rules'
import { hideDuration, refuseBeyondLimit, resetSignInAttempts, signInKeys } from '../guard.server'
import { issueToken, passwordProofCookie } from '../one-time-tokens.server'
import { verifyPassword } from '../passwords/hashing.server'
import { lockPerson, openSession } from '../people.server'
import type { AccountRefused } from '../refusals.rules'
import {
  type CompletedSignIn,
  type Member,
  maySignIn,
  normalEmail,
  type SignInAwaitingCode,
  type Visitor,
} from '../rules'
import { auth, signOutHeaders } from '../session-cookie.server'
import { logSignInEvent } from '../sign-in-log/log.server'
import { findSignUp, hashSignUpPassword } from '../sign-ups.queries.server'

/**
 * Signs a person in; with a second factor it asks for the code, and no session starts yet. A wrong password and an
 * unknown e-mail get the same answer in the same time. Each call counts as an attempt; a right password of a person who
 * may sign in resets the counts of the account.
 */
export async function signIn(
  visitor: Visitor,
  credentials: { email: string; password: string },
): Promise<CompletedSignIn | SignInAwaitingCode | AccountRefused> {
  const email = normalEmail(credentials.email)
  const { networkKey, accountKey, everywhereKey } = signInKeys(visitor, email)
  const refused =
    (await refuseBeyondLimit(`sign-in ${visitor.address}`, ACCOUNT_LIMITS.signInAddress)) ??
    (await refuseBeyondLimit(networkKey, ACCOUNT_LIMITS.signInNetwork))
  if (refused) return refused
  // Too many attempts at an account from all networks together do not refuse a sign-in, which would let strangers lock
  // its owner out. They lower the number of attempts that each network has.
  const { allowed: isWithinLimit } = await countAttempt(everywhereKey, ACCOUNT_LIMITS.signInEverywhere)
  const tooMany = await refuseBeyondLimit(
    accountKey,
    isWithinLimit ? ACCOUNT_LIMITS.signInAccount : ACCOUNT_LIMITS.signInSlowed,
  )
  if (tooMany) return tooMany

  const outcome = await hideDuration(() => checkPassword(visitor, email, credentials.password), {
    skipsDelay: ({ ok }) => ok,
  })
  if (outcome.ok) await resetSignInAttempts(visitor, email)
  return outcome
}

/**
 * Checks the password. A right one opens a session, or sets the cookie that asks for a code, if the person may sign in
 * (`maySignIn`).
 */
async function checkPassword(
  visitor: Visitor,
  email: string,
  password: string,
): Promise<CompletedSignIn | SignInAwaitingCode | AccountRefused> {
  const person = await accountWithEmail(email)
  const isRight =
    person && !person.emailVerified
      ? await isPasswordOfSignUp(person, password)
      : await verifyPassword({ password, hash: person?.hash ?? undefined })
  if (!person) return refuse('invalid-credentials')
  if (!isRight) {
    await logSignInEvent(db, person.id, 'wrong-password', visitor)
    return refuse('invalid-credentials')
  }
  const permission = maySignIn(person, password)
  if (!permission.ok) {
    await logSignInEvent(db, person.id, 'refused', visitor)
    return permission
  }
  return inTransaction(async (tx) => {
    await lockPerson(tx, person.id, 'share')
    const lockedPerson = await accountWithEmail(email, tx)
    // The password was changed meanwhile.
    if (lockedPerson?.hash !== person.hash) return refuse('invalid-credentials')
    // A new role asks for a longer password.
    const stillAllowed = maySignIn(lockedPerson, password)
    if (!stillAllowed.ok) return stillAllowed
    if (!lockedPerson.secondFactor) {
      const headers = await openSession(tx, person, visitor, 'entered')
      return { ok: true, role: lockedPerson.role, headers } as const
    }
    const cookie = await passwordProofCookie.write(await issueToken('code', person.id))
    await logSignInEvent(tx, person.id, 'code-asked', visitor)
    return { ok: true, codeAsked: true, headers: new Headers({ 'Set-Cookie': cookie }) } as const
  })
}

/**
 * Whether a password belongs to a sign-up of an unconfirmed person. Takes as long as the check of an account's
 * password.
 */
async function isPasswordOfSignUp(
  { id, email }: { id: string; email: string },
  password: string,
): Promise<boolean> {
  return (await findSignUp(db, id, await hashSignUpPassword(email, password))) !== undefined
}

/**
 * The profile with this normal e-mail. `hash`: of the password, null without one; `secondFactor`: the id of the person,
 * null without a second factor.
 */
async function accountWithEmail(email: string, from: Database = db) {
  const [person] = await from
    .select({ ...getTableColumns(profiles), hash: accounts.password, secondFactor: secondFactors.userId })
    .from(profiles)
    .leftJoin(accounts, and(eq(accounts.userId, profiles.id), eq(accounts.providerId, 'credential')))
    .leftJoin(secondFactors, eq(secondFactors.userId, profiles.id))
    .where(eq(profiles.email, email))
  return person
}

/**
 * Ends the session of a request, whoever its owner is; `headers` clear its cookie. Deletes the row itself, since the
 * sign-out of Better Auth would hide a failed deletion.
 */
export async function signOut(
  _member: Member | null,
  requestHeaders: Headers,
): Promise<{ ok: true; headers: Headers }> {
  const { api } = await auth()
  const currentSession = await api.getSession({ headers: requestHeaders, query: { disableRefresh: true } })
  if (currentSession) await db.delete(sessions).where(eq(sessions.token, currentSession.session.token))
  return { ok: true, headers: await signOutHeaders() }
}
