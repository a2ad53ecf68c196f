/** Commands at the door. They change no profile, so they leave no audit entry. */
import { isAPIError } from 'better-auth/api'
import { and, eq } from 'drizzle-orm'
import { db, inTransaction } from '../database/client.server'
import { accounts, profiles, sessions } from '../database/schema'
import { forgive } from '../platform/limits.server'
import { post } from '../platform/mail.server'
import { confirmAddress, recoverPassword } from './emails'
import { limited, mayMail, steadily } from './guard.server'
import { cookiesOnly, identity, signedOut } from './identity.server'
import {
  ADMIN_PASSWORD_MIN,
  LIMITS,
  type Member,
  normalEmail,
  type Refused,
  refusalOf,
  refuse,
  type Visitor,
} from './rules'
import { issueLink } from './tickets.server'

/** Signed in: `headers` has the `Set-Cookie` of the new session. */
export type Admitted = { ok: true; headers: Headers }

/**
 * Somebody signs in. A wrong password and an unknown e-mail answer alike, and cost one hash both; that an address
 * is unconfirmed is told only to whoever knows its password.
 */
export async function signIn(
  visitor: Visitor,
  credentials: { email: string; password: string },
): Promise<Admitted | Refused> {
  const email = normalEmail(credentials.email)
  const attempts = `sign-in ${visitor.address} ${email}`
  const refused =
    (await limited(`sign-in ${visitor.address}`, LIMITS.signInAddress)) ??
    (await limited(attempts, LIMITS.signInAccount))
  if (refused) return refused

  try {
    const { api } = await identity()
    const body = { email, password: credentials.password }
    const { headers, response } = await api.signInEmail({ body, returnHeaders: true })
    await forgive(attempts)
    // Whoever became an administrator may have chosen the password before: only here is its length known again.
    if (response.user.role === 'admin' && credentials.password.length < ADMIN_PASSWORD_MIN) {
      await db.delete(sessions).where(eq(sessions.token, response.token))
      return refuse('short-admin-password')
    }
    return { ok: true, headers: cookiesOnly(headers) }
  } catch (error) {
    const refusal = isAPIError(error) ? refusalOf(error.body?.code) : undefined
    if (!refusal) throw error
    return refuse(refusal)
  }
}

/**
 * The session of these request headers ends, if they have one; `headers` takes its cookie away. Better Auth's own
 * sign-out says nothing of a session that it could not delete: it would live on, and nobody would know.
 */
export async function signOut(
  _member: Member | null,
  request: Headers,
): Promise<{ ok: true; headers: Headers }> {
  const { api } = await identity()
  const found = await api.getSession({ headers: request, query: { disableRefresh: true } })
  if (found) await db.delete(sessions).where(eq(sessions.token, found.session.token))
  return { ok: true, headers: await signedOut() }
}

/** Somebody asks for the confirmation letter again. The answer is the same for every e-mail. */
export async function resendConfirmation(
  visitor: Visitor,
  email: string,
  { course }: { course?: string } = {},
): Promise<{ ok: true } | Refused> {
  const refused = await limited(`resend ${visitor.address}`, LIMITS.resend)
  return refused ?? steadily(() => mailTo(normalEmail(email), 'confirm', course))
}

/** Somebody has forgotten their password. The answer is the same for every e-mail. */
export async function requestRecovery(visitor: Visitor, email: string): Promise<{ ok: true } | Refused> {
  const refused = await limited(`recovery ${visitor.address}`, LIMITS.recovery)
  return refused ?? steadily(() => mailTo(normalEmail(email), 'reset'))
}

/** A reset link serves the unconfirmed too: who reads it has proved the address. */
async function mailTo(email: string, purpose: 'confirm' | 'reset', course?: string): Promise<{ ok: true }> {
  if (!(await mayMail(email))) return { ok: true }
  await inTransaction(async (tx) => {
    const [person] = await tx
      .select({
        id: profiles.id,
        email: profiles.email,
        firstName: profiles.firstName,
        emailVerified: profiles.emailVerified,
        accountId: accounts.id,
      })
      .from(profiles)
      .innerJoin(accounts, and(eq(accounts.userId, profiles.id), eq(accounts.providerId, 'credential')))
      .where(eq(profiles.email, email))
    if (!person) return
    if (purpose === 'reset')
      await post(tx, recoverPassword({ ...person, url: await issueLink('reset', person.id) }))
    else if (!person.emailVerified) {
      const url = await issueLink('confirm', person.accountId, course ? { corso: course } : {})
      await post(tx, confirmAddress({ ...person, url }))
    }
  })
  return { ok: true }
}
