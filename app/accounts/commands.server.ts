import { eq } from 'drizzle-orm'
import { record } from '../audit/record.server'
import { changes } from '../audit/rules'
import { db, inTransaction } from '../database/client.server'
import { profiles, sessions } from '../database/schema'
import { enqueueEmail } from '../mail/outbox.server'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'
import { refuse } from '../runtime/outcome.rules'
import { alreadyRegistered, confirmAddress as confirmAddressEmail } from './emails'
import { limited, mailboxLimited, passwordRefused, steadily, weak } from './guard.server'
import { issueLink, type Onward, onwardQuery, readToken, spendToken } from './one-time-tokens.server'
import { hashPassword } from './passwords/hashing.server'
import {
  confirm,
  confirmSignUp,
  grantAdmin,
  lockPerson,
  openSession,
  recoverUrl,
  renewSession,
  replacePassword,
  upsertPerson,
} from './people.server'
import type { AccountOutcome, AccountRefused } from './refusals.rules'
import {
  type Admitted,
  AUTH_PATHS,
  LIMITS,
  type Member,
  type ProfileFacts,
  personFrom,
  profileFrom,
  type Role,
  type SignUpFacts,
  type Visitor,
} from './rules'
import { signedOut } from './session-cookie.server'
import { endNoted, note } from './sign-in-log/log.server'
import { signUpHash, signUpWith } from './sign-ups.queries.server'

const signInUrl = env.publicOrigin + AUTH_PATHS.signIn

/**
 * Signs up. The response and its time are the same for every e-mail. An unconfirmed address gets the confirmation link;
 * the owner of a confirmed one gets an e-mail, and nothing changes. Above the limit of e-mails the sign-up is stored
 * without one. `onward` travels in the link.
 */
export async function signUp(
  visitor: Visitor,
  facts: SignUpFacts,
  onward: Onward = {},
): Promise<AccountOutcome> {
  const person = personFrom(facts)
  const refused = weak(facts.password, person) ?? (await limited(`sign-up ${visitor.address}`, LIMITS.signUp))
  if (refused) return refused

  return steadily(async () => {
    // Hashed before the transaction, which would block the embedded database.
    const hash = await signUpHash(person.email, facts.password)
    const silent = await mailboxLimited('sign-up', person.email)
    await inTransaction(async (tx) => {
      const entered = await upsertPerson(tx, 'self', person, hash)
      if (silent) return
      if (entered) {
        const url = await issueLink('confirm', entered.id, onwardQuery(onward))
        await enqueueEmail(tx, confirmAddressEmail({ ...person, url }))
      } else {
        const [owner] = await tx.select().from(profiles).where(eq(profiles.email, person.email))
        if (owner) await enqueueEmail(tx, alreadyRegistered({ ...owner, signInUrl, recoverUrl }))
      }
    })
    return { ok: true }
  })
}

/**
 * Confirms a sign-up by its link and password, and signs in (`headers`). The link alone proves the address, not who signed
 * up. A second use signs nobody in.
 */
export async function confirmAddress(
  visitor: Visitor,
  token: string,
  password: string,
): Promise<Admitted | AccountRefused> {
  const refused = await limited(`link ${visitor.address}`, LIMITS.link)
  if (refused) return refused
  const userId = await readToken('confirm', token)
  const [named] = userId ? await db.select().from(profiles).where(eq(profiles.id, userId)) : []
  if (!named) return refuse('invalid-link')
  if (named.emailVerified) return refuse('already-confirmed')
  const tooMany = await limited(`confirm ${named.id}`, LIMITS.passwordCheck)
  if (tooMany) return tooMany

  const hash = await signUpHash(named.email, password)
  return inTransaction(async (tx) => {
    const [person] = await tx.select().from(profiles).where(eq(profiles.id, named.id)).for('update')
    if (!person) return refuse('invalid-link')
    if (person.emailVerified) return refuse('already-confirmed')
    if (!(await confirmSignUp(tx, person, person.id, hash))) return refuse('other-password')
    return { ok: true, headers: await openSession(tx, person, visitor, 'entered') }
  })
}

/** Sets a new password by the recovery link. All sessions end, and the address is confirmed. */
export async function resetPassword(
  visitor: Visitor,
  token: string,
  password: string,
): Promise<AccountOutcome> {
  const refused = await limited(`link ${visitor.address}`, LIMITS.link)
  if (refused) return refused
  const userId = await readToken('reset', token)
  const [person] = userId ? await db.select().from(profiles).where(eq(profiles.id, userId)) : []
  if (!person) return refuse('invalid-link')
  const tooWeak = weak(password, person)
  if (tooWeak) return tooWeak

  const hash = await hashPassword(password)
  const chosen = person.emailVerified ? '' : await signUpHash(person.email, password)
  return inTransaction(async (tx) => {
    if ((await spendToken('reset', token)) !== person.id) return refuse('invalid-link')
    // The newest sign-up may belong to a stranger.
    await confirm(tx, person, person.id, await signUpWith(tx, person.id, chosen))
    await replacePassword(tx, person, hash, 'password_reset')
    await note(tx, person.id, 'recovered', visitor)
    return { ok: true }
  })
}

/** Changes the password. Other sessions end; `headers` renews this one. */
export async function changePassword(
  member: Member,
  current: string,
  next: string,
  visitor: Visitor,
): Promise<Admitted | AccountRefused> {
  const refused = weak(next, member) ?? (await passwordRefused(member, current))
  if (refused) return refused

  const hash = await hashPassword(next)
  const headers = await inTransaction(async (tx) => {
    await replacePassword(tx, member, hash, 'password_changed')
    return renewSession(tx, member, visitor)
  })
  return { ok: true, headers }
}

/** Ends every session; `headers` clears the cookie. */
export async function signOutEverywhere(member: Member): Promise<{ ok: true; headers: Headers }> {
  await inTransaction(async (tx) => {
    await lockPerson(tx, member.id, 'update')
    await endNoted(tx, eq(sessions.userId, member.id))
    const details = { cause: 'signed_out_everywhere' } as const
    await record(tx, member, { action: 'update', entity: 'profiles', id: member.id, details })
  })
  return { ok: true, headers: await signedOut() }
}

/** Other fields are ignored. An empty phone or company is null. */
export async function updateProfile(member: Member, facts: ProfileFacts): Promise<{ ok: true }> {
  const after = profileFrom(facts)
  return inTransaction(async (tx) => {
    const [before] = await tx.select().from(profiles).where(eq(profiles.id, member.id)).for('update')
    if (!before) throw new Error('A member without a profile')
    const details = changes(before, after)
    if (Object.keys(details.new).length === 0) return { ok: true }
    await tx
      .update(profiles)
      .set({ ...after, updatedAt: new Date() })
      .where(eq(profiles.id, member.id))
    await record(tx, member, { action: 'update', entity: 'profiles', id: member.id, details })
    return { ok: true }
  })
}

/** For programs on the server: the account is confirmed. */
export async function createConfirmedAccount(
  facts: SignUpFacts & { role?: Role },
): Promise<AccountOutcome<{ id: string }>> {
  const person = personFrom(facts)
  const refused = weak(facts.password, { ...person, role: facts.role })
  if (refused) return refused
  const hash = await hashPassword(facts.password)
  return inTransaction(async (tx) => {
    const entered = await upsertPerson(tx, null, person, hash)
    if (!entered) return refuse('already-confirmed')
    await confirmSignUp(tx, null, entered.id, hash)
    if (facts.role === 'admin') await grantAdmin(tx, null, entered.id)
    return { ok: true, id: entered.id }
  })
}

/** At start. Does nothing for a confirmed e-mail. */
export async function ensureFirstAdmin(): Promise<void> {
  const { adminEmail: email, adminPassword: password } = env
  if (!email || !password) return
  const facts = { email, password, firstName: 'Amministrazione', lastName: 'Sito', role: 'admin' as const }
  const outcome = await createConfirmedAccount(facts)
  if (outcome.ok) log.info('first administrator created from ADMIN_EMAIL')
  else if (outcome.refusal === 'weak-password')
    throw new Error(`ADMIN_PASSWORD: ${outcome.reasons.join(' ')}`)
}
