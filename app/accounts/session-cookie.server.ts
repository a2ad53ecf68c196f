import type { BetterAuthPlugin } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { betterAuth } from 'better-auth/minimal'
import { bearer } from 'better-auth/plugins/bearer'
import { z } from 'zod'
import { COOKIES } from '../content/cookies'
import { ambientDb } from '../database/client.server'
import { accounts, profiles, sessions, verifications } from '../database/schema'
import { cookieName } from '../http/cookies.server'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'
import { secretFor } from '../runtime/secret.server'
import { ROLES, type Visitor } from './rules'
import { networkOf } from './sign-in-log/rules'

const DAY = 24 * 60 * 60
const secure = env.publicOrigin.startsWith('https:')

export const SESSION_COOKIE = cookieName('session')

/** Opens a session for a person whom a command has already recognised, and gives its cookie. */
const openSession = createAuthEndpoint.serverOnly(
  { method: 'POST', body: z.object({ userId: z.string(), ipAddress: z.string(), userAgent: z.string() }) },
  async (ctx) => {
    const { userId, ...place } = ctx.body
    const user = await ctx.context.internalAdapter.findUserById(userId)
    if (!user) throw new Error('A session was to be opened for nobody')
    const session = await ctx.context.internalAdapter.createSession(user.id, false, place)
    await setSessionCookie(ctx, { session, user })
    return { id: session.id }
  },
)

async function build() {
  return betterAuth({
    baseURL: env.publicOrigin,
    secret: await secretFor('sessions'),
    // No transaction of its own: it joins the one that our command has opened.
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
    session: { modelName: 'sessions', expiresIn: COOKIES.session.seconds, updateAge: DAY },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    plugins: [
      bearer({ requireSignature: true }),
      { id: 'entrance', endpoints: { openSession } } satisfies BetterAuthPlugin,
    ],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      useSecureCookies: false,
      cookies: { session_token: { name: SESSION_COOKIE, attributes: { secure } } },
      // Nothing here needs to remember where people call from.
      ipAddress: { disableIpTracking: true },
    },
    logger: {
      // The error alone: what else it is given may hold values, such as the token that a query looked for.
      log: (level, message, ...rest) =>
        log[level === 'error' ? 'error' : 'debug'](
          { err: rest.find((each) => each instanceof Error) },
          message,
        ),
    },
  })
}

let built: ReturnType<typeof build> | undefined

/**
 * Better Auth, built when first needed because its key stands in the database. It is never mounted at an address:
 * only our commands call it (`auth.api`), after our own limits.
 */
export function auth() {
  built ??= build().catch((error: unknown) => {
    built = undefined
    throw error
  })
  return built
}

/**
 * Opens a session for a recognised person; within a transaction it is part of it. Gives its id and its `Set-Cookie`.
 * Of the place only the network and the device's plain words are kept.
 */
export async function admit(userId: string, { address, device }: Visitor) {
  const { api } = await auth()
  const body = { userId, ipAddress: networkOf(address), userAgent: device }
  const { headers, response } = await api.openSession({ body, returnHeaders: true })
  return { session: response.id, headers: cookiesOnly(headers) }
}

/**
 * Of Better Auth's answer only the session's cookie travels on: it repeats its secret in a header scripts can read, and
 * takes away cookies that it never set.
 */
function cookiesOnly(headers: Headers): Headers {
  const ours = headers.getSetCookie().filter((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`))
  return new Headers(ours.map((cookie): [string, string] => ['Set-Cookie', cookie]))
}

/** The headers that take away the session's cookie, and whatever pages kept in the browser: drafts of the office. */
export async function signedOut(): Promise<Headers> {
  const { api } = await auth()
  const { headers } = await api.signOut({ headers: new Headers(), returnHeaders: true })
  const signedOut = cookiesOnly(headers)
  signedOut.set('Clear-Site-Data', '"storage"')
  return signedOut
}
