import { EventEmitter } from 'node:events'
import { desc, eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { hashPassword } from '../app/accounts/passwords/hashing.server'
import { confirmSignUp, giveRole, openSession, storeSignUp } from '../app/accounts/people.server'
import { type Member, personFrom, type Role, SYSTEM, type Visitor } from '../app/accounts/rules'
import { memberOnConsole, readSession } from '../app/accounts/session/session.server'
import { db, inTransaction } from '../app/database/client.server'
import { outgoingMail } from '../app/database/schema'
import { requestContext } from '../app/http/request-context.server'

export const PASSWORD = 'loggia-dei-mercanti'
/** With another cost of OWASP. */
export const HASH_OF_OTHER_COST =
  '$argon2id$v=19$m=7168,t=5,p=1$YUhhc2hPZk90aGVyQ29zdA$NwzJhIYw1Szt3r2bB9S3vwoF1mcaegUjgTcs5PmijKI'

let callers = 0

/** At a new address, so that limits do not interfere. */
export function aVisitor(device = 'Chrome su Linux'): Visitor {
  callers += 1
  return { address: `192.0.2.${callers % 250}-${callers}`, device }
}

/** Hashing is slow. */
let hash: Promise<string> | undefined

/** A person with a password: `<name>@example.it`. */
export async function aPerson(name = 'ada', role: Role = 'member'): Promise<Member> {
  const person = personFrom({
    email: `${name}@example.it`,
    password: PASSWORD,
    firstName: name,
    lastName: 'Prova',
  })
  hash ??= hashPassword(PASSWORD)
  const password = await hash
  await inTransaction(async (tx) => {
    const entered = await storeSignUp(tx, SYSTEM, person, password)
    if (!entered) throw new Error(`There is somebody called ${name} already`)
    await confirmSignUp(tx, SYSTEM, entered.id, password)
    if (role !== 'member') await giveRole(tx, SYSTEM, { ...entered, role: 'member' }, role)
  })
  return whoHas(person.email)
}

/** The `Cookie` header after a sign-in. */
export async function cookieOf(email: string): Promise<string> {
  const person = await whoHas(email)
  return sentBack(await inTransaction((tx) => openSession(tx, person, aVisitor(), 'entered')))
}

async function whoHas(email: string): Promise<Member> {
  const member = await memberOnConsole(email)
  if (!member) throw new Error(`Nobody has the address ${email}`)
  return member
}

/** The `Cookie` header that answers `Set-Cookie` headers. */
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

/** The Node request for `createHttpApp`. */
export const aCaller = (remoteAddress: string) => ({
  incoming: { complete: true, headers: {}, socket: { remoteAddress } },
  outgoing: new EventEmitter().setMaxListeners(0),
})

export function aContext(address = '192.0.2.1'): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(requestContext, { address, requestId: 'request' })
  return context
}

/** Newest first. */
export async function emailsTo(email: string) {
  return db
    .select({ kind: outgoingMail.kind, text: outgoingMail.text })
    .from(outgoingMail)
    .where(eq(outgoingMail.toAddress, email))
    .orderBy(desc(outgoingMail.id))
}

/** The query of the newest link with a token. */
export async function linkTo(email: string): Promise<URLSearchParams> {
  const [received] = await emailsTo(email)
  const link = received?.text.match(/https?:\/\/\S+token=\S+/)?.[0]
  if (!link) throw new Error(`No link for ${email}`)
  return new URL(link).searchParams
}

export async function isSignedIn(cookie: string): Promise<boolean> {
  return (await readSession(aRequest('/', cookie), { renew: false })).expiresAt !== null
}
