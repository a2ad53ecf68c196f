import { EventEmitter } from 'node:events'
import { desc, eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { createConfirmedAccount } from '../app/accounts/commands.server'
import type { Member, Role, Visitor } from '../app/accounts/rules'
import { memberOnConsole, sessionExpiry } from '../app/accounts/session.server'
import { signIn } from '../app/accounts/sign-in.commands.server'
import { db } from '../app/database/client.server'
import { outgoingMail } from '../app/database/schema'
import { arrivalContext } from '../app/platform/arrival.server'

export const PASSWORD = 'loggia-dei-mercanti'

let callers = 0

/** Somebody at an address of their own, so that nobody else's attempts count against them. */
export function aVisitor(device = 'Chrome su Linux'): Visitor {
  callers += 1
  return { address: `192.0.2.${callers % 250}-${callers}`, device }
}

/** Somebody with a password, who can really sign in: `<name>@example.it`. */
export async function aPerson(name = 'ada', role: Role = 'member'): Promise<Member> {
  const email = `${name}@example.it`
  const facts = { email, password: PASSWORD, firstName: name, lastName: 'Prova', role }
  const created = await createConfirmedAccount(facts)
  const member = await memberOnConsole(email)
  if (!created.ok || !member) throw new Error(`${name} could not be created`)
  return member
}

/** Signs in and gives the `Cookie` header that the browser would send from then on. */
export async function cookieOf(email: string, password = PASSWORD): Promise<string> {
  const entered = await signIn(aVisitor(), { email, password })
  if (!entered.ok) throw new Error(`Sign-in refused: ${entered.refusal}`)
  if ('codeAsked' in entered) throw new Error('Sign-in goes on: a code is asked for')
  return sentBack(entered.headers)
}

/** What a browser makes of `Set-Cookie` headers: the `Cookie` header of its next request. */
export function sentBack(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

export function aRequest(path: string, cookie = '', init: RequestInit = {}): Request {
  return new Request(`http://localhost:3000${path}`, {
    ...init,
    headers: { ...init.headers, Cookie: cookie },
  })
}

/** Node's side of a request to `httpApp`, which is asked without a connection. */
export const aCaller = (remoteAddress: string) => ({
  incoming: { complete: true, headers: {}, socket: { remoteAddress } },
  outgoing: new EventEmitter().setMaxListeners(0),
})

/** The context that the server gives to each request. */
export function aContext(address = '192.0.2.1'): RouterContextProvider {
  const context = new RouterContextProvider()
  const own = new Map<string, () => string>()
  context.set(arrivalContext, { address, nonce: 'nonce', own, requestId: 'request' })
  return context
}

/** The letters to an address, newest first. */
export async function lettersTo(email: string) {
  return db
    .select({ kind: outgoingMail.kind, text: outgoingMail.text })
    .from(outgoingMail)
    .where(eq(outgoingMail.toAddress, email))
    .orderBy(desc(outgoingMail.id))
}

/** The query of the link with a token in the newest letter to an address. */
export async function linkTo(email: string): Promise<URLSearchParams> {
  const [letter] = await lettersTo(email)
  const link = letter?.text.match(/https?:\/\/\S+token=\S+/)?.[0]
  if (!link) throw new Error(`No link for ${email}`)
  return new URL(link).searchParams
}

/** Whether a session with this `Cookie` header is alive. */
export async function isSignedIn(cookie: string): Promise<boolean> {
  return (await sessionExpiry(aRequest('/', cookie), { renew: false })).expiresAt !== null
}
