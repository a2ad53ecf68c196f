import { normalizeIP } from '@better-auth/core/utils/ip'
import { addDays, min, subDays } from 'date-fns'
import { and, eq, lt, or, sql } from 'drizzle-orm'
import {
  createContext,
  data,
  href,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from 'react-router'
import { db } from '../../database/client.server'
import { Outage } from '../../database/outage.server'
import { profiles, secondFactors, sessions, verifications } from '../../database/schema'
import { asksForData, isPlainForm, readForm } from '../../http/form.server'
import { requestContext } from '../../http/request-context.server'
import { flash, redirectWith } from '../../http/toasts.server'
import { env } from '../../runtime/env.server'
import { log } from '../../runtime/log.server'
import { sentByScript } from '../../storage/uploads.server'
import type { Toast } from '../../ui/toast'
import { destinationFrom, withDestination } from '../destination.rules'
import { AUTH_PATHS, SECOND_FACTOR_PATH } from '../pages.rules'
import {
  type Admin,
  isAdmin,
  isStaff,
  isStaffRole,
  type Member,
  type Role,
  SESSION_DAYS,
  type Staff,
  type Visitor,
} from '../rules'
import { auth, SESSION_COOKIE, signOutHeaders } from '../session-cookie.server'
import { deviceOf } from '../sign-in-log/rules'
import { ownerOf, saveForm } from './saved-form.server'

type Context = Readonly<RouterContextProvider>

/** What is known of the sender of a request: the member (read once), the device, and the session cookies to set. */
type Presence = { member?: Promise<Member | null>; cookies: string[]; device: string }
const presenceContext = createContext<Presence | null>(null)
const memberContext = createContext<Member>()

/** Root middleware: sets the cookie of a renewed or ended session, unless the response sets it. */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const presence = presenceOf(context)
  presence.device = deviceOf(request.headers.get('User-Agent') ?? '')
  const response = await next()
  const setsCookie = response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`))
  if (!setsCookie) for (const cookie of presence.cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

/**
 * Returns the member who sends a request, by session cookie or bearer token; null without a valid session. Reads the
 * session once per request, and renews it; rejects with an `Outage` when that fails.
 */
export function findMember(request: Request, context: Context): Promise<Member | null> {
  const presence = presenceOf(context)
  presence.member ??= readMember(request, presence)
  return presence.member
}

async function readMember(request: Request, presence: Presence): Promise<Member | null> {
  if (!hasSessionCookie(request) && !request.headers.has('Authorization')) return null
  const { found, cookies } = await readSession(request, { renew: true })
  presence.cookies.push(...cookies)
  if (!found) return null
  const member = { ...memberOf(found.user), session: found.session.id }
  const lacksSecondFactor = env.isPublic && isStaffRole(member.role) && !(await hasSecondFactor(member.id))
  return lacksSecondFactor ? { ...member, lacksSecondFactor: true } : member
}

async function hasSecondFactor(userId: string): Promise<boolean> {
  return (await db.$count(secondFactors, eq(secondFactors.userId, userId))) > 0
}

/**
 * Reads the session of a request. `found`: null two weeks after the last renewal, or `SESSION_DAYS` after the start;
 * `cookies`: `Set-Cookie` headers for the response; `expiresAt`: when the session ends if nothing renews it. `renew`
 * extends a session whose last renewal is a day old.
 */
async function readSession(request: Request, { renew }: { renew: boolean }) {
  const { api } = await auth()
  const reading = api.getSession({
    headers: request.headers,
    query: { disableRefresh: !renew },
    returnHeaders: true,
  })
  const { headers, response: found } = await reading.catch((cause) => {
    // Better Auth reports a database error without its cause.
    throw new Outage('The session could not be read', { cause })
  })
  if (!found) return { found, cookies: headers.getSetCookie() }
  const latestEnd = addDays(found.session.createdAt, SESSION_DAYS[found.user.role as Role])
  if (latestEnd < new Date()) {
    await db.delete(sessions).where(eq(sessions.id, found.session.id))
    return { found: null, cookies: (await signOutHeaders()).getSetCookie() }
  }
  return { found, cookies: headers.getSetCookie(), expiresAt: min([found.session.expiresAt, latestEnd]) }
}

/** Lets members in, for `memberFrom`; others get the answer of `turnAway`. */
export const admitMembers: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  const member = await findMember(request, context)
  if (!member) return turnAway(request, url)
  context.set(memberContext, member)
}

/** Lets the staff in. Others are sent to sign in, sent to set up their second factor, or refused. */
export const admitStaff: MiddlewareFunction<Response> = async (args, next) => {
  const { request, url, context } = args
  if (isExportOrLogCall(request, url) && !(await isStaffOrSessionEnded(request, context)))
    throw unauthorized(request)
  const redirection = await admitMembers(args, next)
  if (redirection) logDenial(request)
  if (redirection || isStaff(memberFrom(context))) return redirection
  if (memberFrom(context).lacksSecondFactor && !sentByScript(request))
    return redirectWith(
      withDestination(SECOND_FACTOR_PATH, destinationFrom(url.pathname + url.search)),
      SET_UP_FIRST,
    )
  return denyAccess(request)
}

/**
 * Lets administrators in; refuses the forms and exports of others. Pages are refused by their own loaders: a refusal
 * here would leave the frame of the office without the data that it needs to show one.
 */
export const admitAdmins: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  if (isAdmin(memberFrom(context))) return
  if (url.pathname.endsWith('.csv')) throw unauthorized(request)
  logDenial(request)
  if (sentByScript(request)) return new Response(null, { status: 403 })
  if (isSubmission(request)) throw refuseForAdministrators()
}

/**
 * Whether a request asks for an export or for the data of the log, which answer with a status where a page redirects.
 */
function isExportOrLogCall(request: Request, url: URL): boolean {
  return (
    url.pathname.endsWith('.csv') || (asksForData(request) && url.pathname.startsWith(href('/admin/audit')))
  )
}

const isSubmission = ({ method }: Request) => method !== 'GET' && method !== 'HEAD'

/** True for staff, and for a browser whose session has ended: `admitMembers` then sends it to the sign-in. */
async function isStaffOrSessionEnded(request: Request, context: Context): Promise<boolean> {
  const member = await findMember(request, context)
  if (member) return isStaff(member)
  return hasSessionCookie(request) && request.headers.has('Sec-Fetch-Mode')
}

const UNAUTHORIZED = 'Unauthorized: Admin access required'

function unauthorized(request: Request) {
  logDenial(request)
  return asksForData(request)
    ? data(UNAUTHORIZED, { status: 403, statusText: 'Forbidden' })
    : new Response(UNAUTHORIZED, { status: 403, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}

const SET_UP_FIRST: Toast = {
  tone: 'neutral',
  title: 'Prima attiva la verifica in due passaggi',
  description: 'Serve per aprire il pannello.',
}

function denyAccess(request: Request) {
  logDenial(request)
  if (sentByScript(request)) return new Response(null, { status: 403 })
  return redirectWith('/', {
    tone: 'destructive',
    title: 'Accesso negato',
    description: 'Non hai i permessi per accedere a questa sezione',
  })
}

const logDenial = ({ method }: Request) => log.warn({ method }, 'access denied')

const INVALID_SESSION: Toast = { tone: 'destructive', title: 'Sessione non valida' }

/**
 * Answers a request without a session: redirects to the sign-in, which leads back to a page, but not to the address of
 * a form. A toast says that the session is invalid, after a form or with a session cookie. A script gets 401; a form
 * with an owner is saved (ADR 28).
 */
async function turnAway(request: Request, url: URL): Promise<Response> {
  const headers = new Headers()
  if (isSubmission(request) || hasSessionCookie(request))
    headers.append('Set-Cookie', await flash(INVALID_SESSION))
  if (sentByScript(request)) return new Response(null, { status: 401, headers })
  if (isPlainForm(request)) {
    const fields = await readForm(request)
    const owner = await ownerOf(fields)
    if (owner) throw await saveForm(owner, fields, { request, url, status: 401 })
  }
  const destination = isSubmission(request) ? null : destinationFrom(url.pathname + url.search)
  return redirect(withDestination(AUTH_PATHS.signIn, destination), { headers })
}

/** The member whom `admitMembers` has let in. */
export function memberFrom(context: Context): Member {
  return context.get(memberContext)
}

/** The member as staff; throws 403 for anybody else. */
export function staffFrom(context: Context): Staff {
  const member = memberFrom(context)
  if (!isStaff(member)) throw data(null, { status: 403 })
  return member
}

/** The member as administrator; throws 403 for anybody else. */
export function adminFrom(context: Context): Admin {
  const member = memberFrom(context)
  if (!isAdmin(member)) throw refuseForAdministrators()
  return member
}

const refuseForAdministrators = () =>
  data({ sentence: 'Solo un amministratore può aprire questa pagina.' }, { status: 403 })

/** Where a request comes from: the address (of IPv6 the network) and the device. */
export function visitorFrom(context: Context): Visitor {
  return { address: normalizeIP(context.get(requestContext).address), device: presenceOf(context).device }
}

/** Says when the session of a request expires, null without one, with the `Set-Cookie` headers of the response. */
export async function sessionExpiry(request: Request, { renew }: { renew: boolean }) {
  const { expiresAt = null, cookies } = await readSession(request, { renew })
  return { expiresAt, cookies }
}

/** Returns the member with a confirmed e-mail, for programs on the server; null without one. */
export async function memberOnConsole(email: string): Promise<Member | null> {
  const [row] = await db
    .select()
    .from(profiles)
    .where(and(eq(profiles.email, email), eq(profiles.emailVerified, true)))
  return row ? memberOf({ ...row, name: row.firstName }) : null
}

/** Deletes expired sessions and tokens. */
export async function deleteExpiredSessionsAndTokens(): Promise<void> {
  // The longest of all roles: `readSession` ends the sessions of the others when they are used.
  const oldestStart = subDays(new Date(), Math.max(...Object.values(SESSION_DAYS)))
  await db.delete(sessions).where(or(lt(sessions.expiresAt, sql`now()`), lt(sessions.createdAt, oldestStart)))
  await db.delete(verifications).where(lt(verifications.expiresAt, sql`now()`))
}

function memberOf({ id, email, name, lastName, company, phone, role }: Record<string, unknown>): Member {
  return { id, email, firstName: name, lastName, company, phone, role } as Member
}

function presenceOf(context: Context): Presence {
  const known = context.get(presenceContext)
  if (known) return known
  const presence = { cookies: [], device: deviceOf('') }
  context.set(presenceContext, presence)
  return presence
}

/** Whether a request carries a session cookie. The cookie may be invalid: only `findMember` reads it. */
export function hasSessionCookie(request: Request) {
  const cookies = request.headers.get('Cookie')?.split(/; */) ?? []
  return cookies.some((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`))
}
