import { data, redirect } from 'react-router'
import { seal, sign, unseal, verifySignature } from '../../database/secret.server'
import { OWNER_FIELD, SAVED_FIELD } from '../../ui/forms/form'
import type { Member } from '../rules'

const SAVED_BYTES_MAX = 100_000
/** The purposes for which the keys of signatures and seals are derived (`keyFor`). */
const OWNER_PURPOSE = 'author'
const FORM_PURPOSE = 'saved form'
/** The names of fields that are never saved: passwords, and codes that stand for one. */
const SECRET_FIELDS = /password|^(current|code)$/i

/** A refused form, as it is sealed. `path`: the path to which it was posted, with its query. */
export type SavedForm = { path: string; fields: [name: string, value: string][] }

/** Returns the signed id of a member, which every form on their pages carries in its `OwnerField`. */
export function signOwner({ id }: Member): Promise<string> {
  return sign(OWNER_PURPOSE, id)
}

/**
 * Returns the id of the member on whose page a form stood; null for a form without an owner (of a page for visitors),
 * or with a wrong signature.
 */
export function ownerOf(fields: FormData): Promise<string | null> {
  return verifySignature(OWNER_PURPOSE, String(fields.get(OWNER_FIELD) ?? ''))
}

/**
 * Returns a response to throw that carries a refused form, sealed for its owner and without passwords and codes, so
 * that the owner can send it after a sign-in (ADR 28). `owner`: the id of a member (`ownerOf`); `status`: 401 without a
 * session, 403 in that of another member.
 * A form over 100 KB gets a 413 and is not carried; its page stays open.
 */
export async function savedFormResponse(
  owner: string,
  form: FormData,
  { request, url, status }: { request: Request; url: URL; status: 401 | 403 },
) {
  const fields = [...form].filter(([name]) => name !== OWNER_FIELD && !SECRET_FIELDS.test(name))
  const text = JSON.stringify({ path: pathOf(request, url), fields })
  if (Buffer.byteLength(text) > SAVED_BYTES_MAX) return data({ tooLarge: true }, { status: 413 })
  return data({ saved: await seal(FORM_PURPOSE, owner, text) }, { status })
}

/** Opens a sealed form for its owner; null for a form of another person, or one that was changed. */
export async function openForm(sealed: string, { id }: Member): Promise<SavedForm | null> {
  const text = await unseal(FORM_PURPOSE, id, sealed)
  return text === null ? null : JSON.parse(text)
}

/** The sealed form that a form of the sign-in carries in `SAVED_FIELD` (ADR 28); undefined without one. */
export function savedFormIn(fields: FormData): string | undefined {
  return fields.get(SAVED_FIELD)?.toString()
}

/**
 * Redirects to `path`. With a saved form among `fields` (ADR 28) the status is 307, so that the browser posts the
 * fields there again. The address then has the parameter `SAVED_FIELD`: with it the pages of the sign-in open for a
 * member too, since the form may belong to another account.
 */
export function redirectWithForm(path: string, fields: FormData, init?: ResponseInit): Response {
  if (!savedFormIn(fields)) return redirect(path, init)
  const separator = path.includes('?') ? '&' : '?'
  return redirect(`${path}${separator}${SAVED_FIELD}`, { ...init, status: 307 })
}

/**
 * The path and query to which a form was posted. React Router removes `?index` from `url`, but it selects the action.
 */
function pathOf(request: Request, url: URL) {
  const search = new URLSearchParams(url.search)
  const lacksIndex = new URL(request.url).searchParams.has('index') && !search.has('index')
  return [url.pathname, [lacksIndex && 'index', search.toString()].filter(Boolean).join('&')]
    .filter(Boolean)
    .join('?')
}
