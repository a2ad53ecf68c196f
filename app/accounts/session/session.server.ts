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
import { asksForData, isFormWithFiles, isPlainForm, readForm } from '../../http/form.server'
import { requestContext } from '../../http/request-context.server'
import { flash, redirectWith } from '../../http/toasts.server'
import { env } from '../../runtime/env.server'
import { log } from '../../runtime/log.server'
import { sentByScript } from '../../storage/uploads.server'
import type { Toast } from '../../ui/toast'
import { destinationFrom, signInPath, withDestination } from '../destination.rules'
import { SECOND_FACTOR_PATH } from '../pages.rules'
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
import { ownerOf, savedFormResponse } from './saved-form.server'

type Context = Readonly<RouterContextProvider>

/**
 * Who sends a request. `member`: read once; `device`: in words (`deviceOf`); `cookies`: `Set-Cookie` headers of the
 * session for the response.
 */
type Caller = { member?: Promise<Member | null>; cookies: string[]; device: string }
const callerContext = createContext<Caller | null>(null)
const memberContext = createContext<Member>()

/** Root middleware: sets the cookie of a renewed or ended session, unless the response sets it. */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const caller = callerOf(context)
  caller.device = deviceOf(request.headers.get('User-Agent') ?? '')
  const response = await next()
  const setsCookie = response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`))
  if (!setsCookie) for (const cookie of caller.cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

/**
 * Returns the member who sends a request, by session cookie or bearer token; null without a valid session. Reads the
 * session once per request, and renews it; rejects with an `Outage` when that fails.
 */
export function findMember(request: Request, context: Context): Promise<Member | null> {
  const caller = callerOf(context)
  caller.member ??= readMember(request, caller)
  return caller.member
}

/** Whether a member of staff sends a request. Rejects with an `Outage` when the session cannot be read. */
export async function isStaffRequest(request: Request, context: Context): Promise<boolean> {
  const member = await findMember(request, context)
  return member !== null && isStaff(member)
}

async function readMember(request: Request, caller: Caller): Promise<Member | null> {
  if (!hasSessionCookie(request) && !request.headers.has('Authorization')) return null
  const { signIn, cookies } = await readSession(request, { renew: true })
  caller.cookies.push(...cookies)
  if (!signIn) return null
  const member = { ...memberOf(signIn.user), sessionId: signIn.session.id }
  const lacksSecondFactor = env.isPublic && isStaffRole(member.role) && !(await hasSecondFactor(member.id))
  return lacksSecondFactor ? { ...member, lacksSecondFactor: true } : member
}

async function hasSecondFactor(userId: string): Promise<boolean> {
  return (await db.$count(secondFactors, eq(secondFactors.userId, userId))) > 0
}

/**
 * Reads the session of a request. `signIn`: the session and its person; null without a session, two weeks after the
 * last renewal, or `SESSION_DAYS` after the start. `cookies`: `Set-Cookie` headers for the response. `expiresAt`: when
 * the session ends if nothing renews it; null without a session. `renew`: whether to extend a session whose last
 * renewal is a day old.
 */
export async function readSession(request: Request, { renew }: { renew: boolean }) {
  const { api } = await auth()
  const sessionRead = api.getSession({
    headers: request.headers,
    query: { disableRefresh: !renew },
    returnHeaders: true,
  })
  const { headers, response: signIn } = await sessionRead.catch((cause) => {
    // Better Auth reports a database error without its cause.
    throw new Outage('The session could not be read', { cause })
  })
  if (!signIn) return { signIn, cookies: headers.getSetCookie(), expiresAt: null }
  const latestEnd = addDays(signIn.session.createdAt, SESSION_DAYS[signIn.user.role as Role])
  if (latestEnd < new Date()) {
    await db.delete(sessions).where(eq(sessions.id, signIn.session.id))
    return { signIn: null, cookies: (await signOutHeaders()).getSetCookie(), expiresAt: null }
  }
  return { signIn, cookies: headers.getSetCookie(), expiresAt: min([signIn.session.expiresAt, latestEnd]) }
}

/** Lets members in, for `memberFrom`; others get `answerWithoutSession`. */
export const admitMembers: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  const member = await findMember(request, context)
  if (!member) return answerWithoutSession(request, url)
  context.set(memberContext, member)
}

/**
 * Lets the staff in. Sends others to the sign-in or to the page that sets up their second factor, or refuses them.
 */
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
      SET_UP_SECOND_FACTOR,
    )
  return denyAccess(request)
}

/**
 * Lets administrators in, and refuses the forms and exports of others. The pages of others pass: their loaders refuse
 * them (`adminFrom`), because a refusal here would leave the frame of the office without its data.
 */
export const admitAdmins: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  if (isAdmin(memberFrom(context))) return
  if (url.pathname.endsWith('.csv')) throw unauthorized(request)
  logDenial(request)
  if (sentByScript(request)) return new Response(null, { status: 403 })
  if (isSubmission(request)) throw administratorsOnly()
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

/**
 * True for staff, and for a browser whose session has ended: `admitMembers` then sends it to the sign-in. Only browsers
 * send `Sec-Fetch-Mode`.
 */
async function isStaffOrSessionEnded(request: Request, context: Context): Promise<boolean> {
  const member = await findMember(request, context)
  if (member) return isStaff(member)
  return hasSessionCookie(request) && request.headers.has('Sec-Fetch-Mode')
}

const UNAUTHORIZED_TEXT = 'Unauthorized: Admin access required'

/** Logs the denial and returns a 403 to throw: data for the router, else plain text. */
function unauthorized(request: Request) {
  logDenial(request)
  return asksForData(request)
    ? data(UNAUTHORIZED_TEXT, { status: 403, statusText: 'Forbidden' })
    : new Response(UNAUTHORIZED_TEXT, {
        status: 403,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      })
}

const SET_UP_SECOND_FACTOR: Toast = {
  tone: 'neutral',
  title: 'Prima attiva la verifica in due passaggi',
  description: 'Serve per aprire il pannello.',
}

/** Logs the denial. A script gets 403; a browser goes to the home page with a toast. */
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
 * Answers a request without a session. A script gets 401; a form with an owner gets the response of
 * `savedFormResponse`; any other request is redirected to the sign-in, which leads back to a page, or to that of a form
 * with files, but not to the address of another form. A toast says that the session is invalid if a form was sent or
 * the browser has a session cookie.
 */
async function answerWithoutSession(request: Request, url: URL): Promise<Response> {
  const headers = new Headers()
  if (isSubmission(request) || hasSessionCookie(request))
    headers.append('Set-Cookie', await flash(INVALID_SESSION))
  if (sentByScript(request)) return new Response(null, { status: 401, headers })
  if (isPlainForm(request)) {
    const fields = await readForm(request)
    const owner = await ownerOf(fields)
    if (owner) throw await savedFormResponse(owner, fields, { request, url, status: 401 })
  }
  const hasPage = !isSubmission(request) || isFormWithFiles(request)
  const destination = hasPage ? destinationFrom(url.pathname + url.search) : null
  return redirect(signInPath(destination), { headers })
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
  if (!isAdmin(member)) throw administratorsOnly()
  return member
}

/** The 403 of a page that is for administrators only. */
const administratorsOnly = () =>
  data({ sentence: 'Solo un amministratore può aprire questa pagina.' }, { status: 403 })

/** Where a request comes from: the address (of IPv6 the network) and the device. */
export function visitorFrom(context: Context): Visitor {
  return { address: normalizeIP(context.get(requestContext).address), device: callerOf(context).device }
}

/** Returns the member with this e-mail, if it is confirmed, for programs on the server; else null. */
export async function memberOnConsole(email: string): Promise<Member | null> {
  const [row] = await db
    .select()
    .from(profiles)
    .where(and(eq(profiles.email, email), eq(profiles.emailVerified, true)))
  return row ? memberOf({ ...row, name: row.firstName }) : null
}

/** Deletes expired sessions and tokens. */
export async function deleteExpiredSessionsAndTokens(): Promise<void> {
  // The longest duration of all roles. `readSession` ends sessions of roles with a shorter one when they are used.
  const oldestStart = subDays(new Date(), Math.max(...Object.values(SESSION_DAYS)))
  await db.delete(sessions).where(or(lt(sessions.expiresAt, sql`now()`), lt(sessions.createdAt, oldestStart)))
  await db.delete(verifications).where(lt(verifications.expiresAt, sql`now()`))
}

function memberOf({ id, email, name, lastName, company, phone, role }: Record<string, unknown>): Member {
  return { id, email, firstName: name, lastName, company, phone, role } as Member
}

function callerOf(context: Context): Caller {
  const knownCaller = context.get(callerContext)
  if (knownCaller) return knownCaller
  const caller = { cookies: [], device: deviceOf('') }
  context.set(callerContext, caller)
  return caller
}

/** Whether a request carries a session cookie. The cookie may be invalid: only `findMember` reads it. */
export function hasSessionCookie(request: Request) {
  const cookies = request.headers.get('Cookie')?.split(/; */) ?? []
  return cookies.some((cookie) => cookie.startsWith(`${SESSION_COOKIE}=`))
}
