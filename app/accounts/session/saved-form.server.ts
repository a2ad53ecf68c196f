import { data, href, redirect, redirectDocument } from 'react-router'
import { seal, sign, unseal, verified } from '../../database/secret.server'
import { redirectWith, withFlash } from '../../http/toasts.server'
import { OWNER_FIELD, SAVED_FIELD } from '../../ui/forms/form'
import { isFile, landingPage, withDestination } from '../destination.rules'
import { intendedCourse } from '../intended-course.server'
import { RESUME_PATH } from '../pages.rules'
import { recentSignUp } from '../recent-sign-up.server'
import type { Member, Role, SignedIn } from '../rules'

const MOST_BYTES = 100_000
const OWNER_PURPOSE = 'author'
const FORM_PURPOSE = 'saved form'
/** Passwords, and codes that stand for one. */
const SECRET = /password|^(current|code)$/i

/** `path`: where it was posted. */
export type SavedForm = { path: string; fields: [name: string, value: string][] }

/** The value of `OwnerField` on the pages of a member. */
export function ownerMark({ id }: Member): Promise<string> {
  return sign(OWNER_PURPOSE, id)
}

/** The id of the member on whose page a form stood; null without one, or with a wrong signature. */
export function ownerOf(fields: FormData): Promise<string | null> {
  return verified(OWNER_PURPOSE, String(fields.get(OWNER_FIELD) ?? ''))
}

/**
 * An error to throw, with the form sealed for its owner and without its passwords (ADR 28).
 * @returns `status`, or 413 for a form over 100 KB
 */
export async function saveForm(
  owner: string,
  sent: FormData,
  { request, url, status }: { request: Request; url: URL; status: 401 | 403 },
) {
  const fields = [...sent].filter(([name]) => name !== OWNER_FIELD && !SECRET.test(name))
  const text = JSON.stringify({ path: pathOf(request, url), fields })
  if (Buffer.byteLength(text) > MOST_BYTES) return data({ tooLarge: true }, { status: 413 })
  return data({ saved: await seal(FORM_PURPOSE, owner, text) }, { status })
}

/** Null for a form of another person, or one that was changed. */
export async function openForm(sealed: string, { id }: Member): Promise<SavedForm | null> {
  const text = await unseal(FORM_PURPOSE, id, sealed)
  return text === null ? null : JSON.parse(text)
}

/** The sealed form that comes with the fields of the sign-in. */
export function savedIn(fields: FormData): string | undefined {
  return fields.get(SAVED_FIELD)?.toString()
}

/** A redirect; with a saved form the browser posts its fields on (307). */
export function redirectWithForm(path: string, fields: FormData, init?: ResponseInit): Response {
  if (!savedIn(fields)) return redirect(path, init)
  const separator = path.includes('?') ? '&' : '?'
  return redirect(`${path}${separator}${SAVED_FIELD}`, { ...init, status: 307 })
}

/** Redirects a new session to its destination or its landing page, or with the saved form. */
export async function welcome(
  request: Request,
  fields: FormData,
  destination: string | null,
  { role, headers }: SignedIn,
): Promise<Response> {
  headers.append('Set-Cookie', await recentSignUp.clear())
  const toast = {
    tone: 'success',
    title: 'Login effettuato',
    description: 'Benvenuto nel tuo account.',
  } as const
  const init = await withFlash(toast, { headers })
  return savedIn(fields)
    ? redirectWithForm(RESUME_PATH, fields, init)
    : goTo(destination ?? (await landingFor(request, role)), init)
}

/** Where somebody who is signed in goes without a destination. */
export async function landingFor(request: Request, role: Role): Promise<string> {
  return landingPage(role, (await intendedCourse.read(request)) !== null)
}

/** Redirects to a destination. A file is downloaded from a page that can stay; the office is another document. */
export function goTo(destination: string, init: ResponseInit = {}): Response {
  if (isFile(destination)) return redirectDocument(withDestination(RESUME_PATH, destination), init)
  return destination.startsWith(href('/admin'))
    ? redirectDocument(destination, init)
    : redirect(destination, init)
}

/** For a sign-in or sign-up of another person that was sent while this member is signed in. */
export function keepSession({ email }: Member): Promise<Response> {
  return redirectWith(href('/dashboard'), {
    tone: 'neutral',
    title: 'Hai già fatto l’accesso',
    description: `In questo browser è aperto l’account ${email}. Per usarne un altro esci, poi accedi di nuovo.`,
  })
}

/** React Router's `?index` stays: it selects the action. */
function pathOf(request: Request, url: URL) {
  const search = new URLSearchParams(url.search)
  const index = new URL(request.url).searchParams.has('index') && !search.has('index')
  return [url.pathname, [index && 'index', search.toString()].filter(Boolean).join('&')]
    .filter(Boolean)
    .join('?')
}
