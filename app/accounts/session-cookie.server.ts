import type { BetterAuthPlugin } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { betterAuth } from 'better-auth/minimal'
import { bearer } from 'better-auth/plugins/bearer'
import { secondsInDay } from 'date-fns/constants'
import { z } from 'zod'
import { COOKIES } from '../content/cookies'
import { ambientDb } from '../database/client.server'
import { accounts, profiles, sessions, verifications } from '../database/schema'
import { keyFor } from '../database/secret.server'
import { cookieName } from '../http/cookies.server'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'
import { ROLES, type Visitor } from './rules'
import { networkOf } from './sign-in-log/rules'

const isSecure = env.publicOrigin.startsWith('https:')

export const SESSION_COOKIE = cookieName('session')

/** An endpoint that only the server calls: opens a session for a person whose password was checked. */
const openSessionEndpoint = createAuthEndpoint.serverOnly(
  { method: 'POST', body: z.object({ userId: z.string(), ipAddress: z.string(), userAgent: z.string() }) },
  async (ctx) => {
    const { userId, ...origin } = ctx.body
    const user = await ctx.context.internalAdapter.findUserById(userId)
    if (!user) throw new Error('No session can be opened: the person is unknown')
    // `false`: the session is not the short one that Better Auth gives to a browser without "remember me".
    const session = await ctx.context.internalAdapter.createSession(user.id, false, origin)
    await setSessionCookie(ctx, { session, user })
    return { id: session.id }
  },
)

async function buildAuth() {
  return betterAuth({
    baseURL: env.publicOrigin,
    secret: await keyFor('sessions'),
    // `ambientDb` joins the transaction of the command that calls; Better Auth opens none (`transaction`).
    database: drizzleAdapter(ambientDb, {
      provider: 'pg',
      schema: { profiles, sessions, accounts, verifications },
      transaction: false,
    }),
    user: {
      modelName: 'profiles',
      fields: { name: 'firstName' },
      additionalFields: {
        lastName: { type: 'string' },
        company: { type: 'string', required: false },
        phone: { type: 'string', required: false },
        role: { type: [...ROLES], required: false, input: false },
      },
    },
    session: { modelName: 'sessions', expiresIn: COOKIES.session.seconds, updateAge: secondsInDay },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    plugins: [
      bearer({ requireSignature: true }),
      { id: 'open-session', endpoints: { openSession: openSessionEndpoint } } satisfies BetterAuthPlugin,
    ],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      // `cookieName` adds the prefix that binds a cookie to https.
      useSecureCookies: false,
      cookies: { session_token: { name: SESSION_COOKIE, attributes: { secure: isSecure } } },
      ipAddress: { disableIpTracking: true },
    },
    logger: {
      // Of the details only an error is logged: others may contain tokens.
      log: (level, message, ...details) =>
        log[level === 'error' ? 'error' : 'debug'](
          { err: details.find((item) => item instanceof Error) },
          message,
        ),
    },
  })
}

let authPromise: ReturnType<typeof buildAuth> | undefined

/**
 * Returns Better Auth, which is built at first use because its key is in the database. No route leads to it: only our
 * own code calls it.
 */
export function auth() {
  authPromise ??= buildAuth().catch((error: unknown) => {
    authPromise = undefined
    throw error
  })
  return authPromise
}

/**
 * Opens a session in the running transaction and returns its id and its `Set-Cookie` header. Of the visitor it stores
 * only the network and the device.
 */
export async function createSession(userId: string, { address, device }: Visitor) {
  const { api } = await auth()
  const body = { userId, ipAddress: networkOf(address), userAgent: device }
  const { headers, response } = await api.openSession({ body, returnHeaders: true })
  return { sessionId: response.id, headers: sessionCookieOnly(headers) }
}

/** Returns only the `Set-Cookie` headers of the session cookie: other headers repeat its token. */
function sessionCookieOnly(headers: Headers): Headers {
  const sessionCookies = headers.getSetCookie().filter((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`))
  return new Headers(sessionCookies.map((cookie): [string, string] => ['Set-Cookie', cookie]))
}

/**
 * Headers that clear the session cookie, and whatever the site stores in the browser, such as drafts. The caller ends
 * the session itself.
 */
export async function signOutHeaders(): Promise<Headers> {
  const { api } = await auth()
  const { headers } = await api.signOut({ headers: new Headers(), returnHeaders: true })
  const cleared = sessionCookieOnly(headers)
  cleared.set('Clear-Site-Data', '"storage"')
  return cleared
}
