import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { redirect } from 'react-router'
import { COOKIES } from '../content/cookies'
import { db } from '../database/client.server'
import { parkedForms, profiles } from '../database/schema'
import { signedCookie } from '../http/cookies.server'
import { withFlash } from '../http/flash.server'
import { isPlainForm, readForm } from '../http/form.server'
import { hit } from '../http/rate-limit.server'
import { sign, verified } from '../runtime/secret.server'
import { AUTHOR_FIELD } from '../ui/form'
import type { Toast } from '../ui/toast'
import { LIMITS, type Member, type Visitor } from './rules'

const MOST_BYTES = 100_000
const ID = /^[\da-f-]{36}$/
/** A browser finds so many again; whoever has more tabs open finds the last. */
const MOST_FORMS = 5
/** Fields of our own: whose the form is, and which form it was when it had been kept before. */
const OURS = [AUTHOR_FIELD, 'ripresa']
/** The fields of passwords, the present one among them, and of codes that stand for one. */
const SECRET = /password|^(current|code)$/i
const AUTHOR = 'author'
/** Ids, the oldest first, with dots between them. */
const cookie = signedCookie<string>('modulo')

/** A form as it was sent: where to, and its fields in order. */
export type ParkedForm = { id: string; path: string; fields: [name: string, value: string][] }

/**
 * Keeps a form that came with a dead session (decisions §2), or in that of another, for half an hour, without passwords.
 * @returns the `Set-Cookie` header by which its author finds it again; null if it cannot be kept: nobody can tell
 * whose it is, it is no form or brings files, is over 100 KB, or this address parks too many
 */
export async function parkForm(visitor: Visitor, request: Request, url: URL): Promise<string | null> {
  // It waits already.
  if (url.pathname === '/ripresa') return null
  if (!isPlainForm(request)) return null
  const sent = await readForm(request).catch(() => null)
  const fields = sent && keepable(sent)
  if (!fields) return null
  const author = await authorOf(sent)
  if (!author || (await db.$count(profiles, eq(profiles.id, author))) === 0) return null
  const { allowed } = await hit(`park ${visitor.address}`, LIMITS.parkedForm)
  if (!allowed) return null

  const path = pathOf(request, url)
  const isSame = (form: ParkedForm) => form.path === path && isDeepStrictEqual(form.fields, fields)
  const before = (await waitingForms({ id: author }, request)).find(isSame)
  const [row] = await db
    .insert(parkedForms)
    .values({
      userId: author,
      path,
      fields,
      expiresAt: sql`now() + make_interval(secs => ${COOKIES.modulo.seconds})`,
    })
    .returning({ id: parkedForms.id })
  return row ? remember([...(await idsIn(request, before)), row.id]) : null
}

/** What a member sent in vain from this browser, as far as it is still kept, the oldest first: nobody else is given it. */
export async function waitingForms(
  { id: userId }: Pick<Member, 'id'>,
  request: Request,
): Promise<ParkedForm[]> {
  const ids = await idsIn(request)
  if (ids.length === 0) return []
  return db
    .select({ id: parkedForms.id, path: parkedForms.path, fields: parkedForms.fields })
    .from(parkedForms)
    .where(stillKept(userId, ids))
    .orderBy(parkedForms.expiresAt)
}

/** What reminds a member of the forms that wait, wherever they go before they have decided on them. */
export async function reminderOfForms({ id: userId }: Member, request: Request): Promise<Toast[]> {
  const ids = await idsIn(request)
  const count = ids.length && (await db.$count(parkedForms, stillKept(userId, ids)))
  if (count === 0) return []
  const title = count === 1 ? 'Un modulo non è partito' : `${count} moduli non sono partiti`
  return [{ tone: 'neutral', title, link: { label: 'Riprendi da dove eri', to: '/ripresa' } }]
}

const stillKept = (userId: string, ids: string[]) =>
  and(inArray(parkedForms.id, ids), eq(parkedForms.userId, userId), gt(parkedForms.expiresAt, sql`now()`))

/** Drops a kept form; gives the `Set-Cookie` header by which the browser of the request forgets it too. */
export async function forgetForm(form: ParkedForm, request: Request): Promise<string> {
  await db.delete(parkedForms).where(eq(parkedForms.id, form.id))
  return remember(await idsIn(request, form))
}

async function idsIn(request: Request, but?: ParkedForm): Promise<string[]> {
  const ids = (await cookie.read(request)) ?? ''
  return ids.split('.').filter((id) => ID.test(id) && id !== but?.id)
}

function remember(ids: string[]): Promise<string> {
  return ids.length > 0 ? cookie.write(ids.slice(-MOST_FORMS).join('.')) : cookie.clear()
}

/** What the pages of a member send with each form (`AuthorField`), for their session may end, or another's begin. */
export async function authorMark({ id }: Member): Promise<string> {
  return sign(AUTHOR, id)
}

/** The id of the person on whose page a form stood; null where it names nobody, or is forged. */
export async function authorOf(fields: FormData): Promise<string | null> {
  return verified(AUTHOR, String(fields.get(AUTHOR_FIELD) ?? ''))
}

/** Whoever has just come in is greeted, and led to the forms that wait here; if they are another's, they go on waiting. */
export async function welcome(request: Request, headers: Headers): Promise<Response> {
  const toast = {
    tone: 'success',
    title: 'Login effettuato',
    description: 'Benvenuto nel tuo account.',
  } as const
  return redirect(
    (await cookie.read(request)) ? '/ripresa' : '/dashboard',
    await withFlash(toast, { headers }),
  )
}

/** The schedule clears away what nobody came back for. */
export async function forgetOldForms(): Promise<void> {
  await db.delete(parkedForms).where(lt(parkedForms.expiresAt, sql`now()`))
}

function keepable(sent: FormData): [string, string][] | null {
  const fields = [...sent].filter(
    (field): field is [string, string] =>
      typeof field[1] === 'string' && !OURS.includes(field[0]) && !SECRET.test(field[0]),
  )
  const clean = fields.map(([name, value]): [string, string] => [withoutNul(name), withoutNul(value)])
  return JSON.stringify(clean).length <= MOST_BYTES ? clean : null
}

/** The page's own address; React Router's `?index` stays, because it tells which action is meant. */
function pathOf(request: Request, url: URL) {
  const search = new URLSearchParams(url.search)
  const index = new URL(request.url).searchParams.has('index') && !search.has('index')
  return [url.pathname, [index && 'index', search.toString()].filter(Boolean).join('&')]
    .filter(Boolean)
    .join('?')
}

/** PostgreSQL's text knows no NUL. */
function withoutNul(text: string) {
  return text.replaceAll('\0', '')
}
