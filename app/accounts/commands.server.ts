import { eq } from 'drizzle-orm'
import { record } from '../audit/record.server'
import { changes } from '../audit/rules'
import { db, inTransaction } from '../database/client.server'
import { profiles, sessions } from '../database/schema'
import { enqueueEmail } from '../mail/outbox.server'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'
import { alreadyRegistered, confirmAddress as confirmLetter } from './emails'
import { enoughLetters, limited, passwordRefused, steadily, weak } from './guard.server'
import { issueLink, readToken, spendToken } from './one-time-tokens.server'
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
import {
  type Admitted,
  AUTH_PATHS,
  LIMITS,
  type Member,
  type ProfileFacts,
  personFrom,
  profileFrom,
  type Refused,
  type Role,
  refuse,
  type SignUpFacts,
  type Visitor,
} from './rules'
import { signedOut } from './session-cookie.server'
import { endNoted, note } from './sign-in-log/log.server'
import { signUpHash, signUpWith } from './sign-ups.queries.server'

const signInUrl = env.publicOrigin + AUTH_PATHS.signIn

/**
 * Somebody signs up. Every e-mail gets the same answer at the same cost. An address that is not confirmed is sent the
 * confirmation; the owner of a confirmed one is told by letter, and nothing changes. Beyond the count of letters the
 * sign-up is kept without one: the links of the letters before confirm it too. `course` (a slug) travels in the link.
 */
export async function signUp(
  visitor: Visitor,
  facts: SignUpFacts,
  { course }: { course?: string } = {},
): Promise<{ ok: true } | Refused> {
  const person = personFrom(facts)
  const refused = weak(facts.password, person) ?? (await limited(`sign-up ${visitor.address}`, LIMITS.signUp))
  if (refused) return refused

  return steadily(async () => {
    // Before the transaction: a hash takes its time, and the embedded database has one connection.
    const hash = await signUpHash(person.email, facts.password)
    const silent = await enoughLetters('sign-up', person.email)
    await inTransaction(async (tx) => {
      const entered = await upsertPerson(tx, 'self', person, hash)
      if (silent) return
      if (entered) {
        const url = await issueLink('confirm', entered.id, course ? { corso: course } : {})
        await enqueueEmail(tx, confirmLetter({ ...person, url }))
      } else {
        const [owner] = await tx.select().from(profiles).where(eq(profiles.email, person.email))
        if (owner) await enqueueEmail(tx, alreadyRegistered({ ...owner, signInUrl, recoverUrl }))
      }
    })
    return { ok: true }
  })
}

/**
 * Somebody opens the link of the confirmation letter and gives the password of a sign-up: that sign-up becomes the
 * account, and they are signed in (`headers` has the cookie). The link alone proves the address, not who signed up
 * with it. A second use signs nobody in.
 */
export async function confirmAddress(
  visitor: Visitor,
  token: string,
  password: string,
): Promise<Admitted | Refused> {
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

/** Somebody opens the link of the recovery letter and sets a new password. All sessions die; the address is proved. */
export async function resetPassword(
  visitor: Visitor,
  token: string,
  password: string,
): Promise<{ ok: true } | Refused> {
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
    // The newest sign-up, which gave the profile its name, may be a stranger's.
    await confirm(tx, person, person.id, await signUpWith(tx, person.id, chosen))
    await replacePassword(tx, person, hash, 'password reimpostata')
    await note(tx, person.id, 'recovered', visitor)
    return { ok: true }
  })
}

/** A member changes the password, knowing the current one. Other sessions die; `headers` has this one's new cookie. */
export async function changePassword(
  member: Member,
  current: string,
  next: string,
  visitor: Visitor,
): Promise<Admitted | Refused> {
  const refused = weak(next, member) ?? (await passwordRefused(member, current))
  if (refused) return refused

  const hash = await hashPassword(next)
  const headers = await inTransaction(async (tx) => {
    await replacePassword(tx, member, hash, 'password cambiata')
    return renewSession(tx, member, visitor)
  })
  return { ok: true, headers }
}

/** A member ends every session, this one too; `headers` takes its cookie away. */
export async function signOutEverywhere(member: Member): Promise<{ ok: true; headers: Headers }> {
  await inTransaction(async (tx) => {
    await lockPerson(tx, member.id, 'update')
    await endNoted(tx, eq(sessions.userId, member.id))
    const details = { reason: 'uscita da tutti i dispositivi' }
    await record(tx, member, { action: 'update', entity: 'profiles', id: member.id, details })
  })
  return { ok: true, headers: await signedOut() }
}

/** A member corrects the own profile. An empty phone or company is none; other fields cannot be set here. */
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

/** Whoever runs the server enters a person whose address needs no letter: the demo's two, the first administrator. */
export async function createConfirmedAccount(
  facts: SignUpFacts & { role?: Role },
): Promise<{ ok: true; id: string } | Refused> {
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

/** At start: ADMIN_EMAIL and ADMIN_PASSWORD become a person, if nobody has confirmed that e-mail before. */
export async function ensureFirstAdmin(): Promise<void> {
  const { adminEmail: email, adminPassword: password } = env
  if (!email || !password) return
  const facts = { email, password, firstName: 'Amministrazione', lastName: 'Sito', role: 'admin' as const }
  const outcome = await createConfirmedAccount(facts)
  if (outcome.ok) log.info('first administrator created from ADMIN_EMAIL')
  else if (outcome.refusal === 'weak-password')
    throw new Error(`ADMIN_PASSWORD: ${outcome.reasons.join(' ')}`)
}
