import { data } from 'react-router'
import { type FormErrors, fieldErrors } from '../ui/forms/error-summary'

/** Most fields of a form: parsing 100,000 would take 0.4 s. */
const FIELD_LIMIT = 1000

/** Reads a form without files. Throws 400 for a broken body, 413 for more than `FIELD_LIMIT` fields. */
export async function readForm(request: Request): Promise<FormData> {
  if (!isPlainForm(request)) throw data(null, { status: 400 })
  const text = await request.text().catch(() => {
    throw data(null, { status: 400 })
  })
  if (text.split('&', FIELD_LIMIT + 1).length > FIELD_LIMIT) throw data(null, { status: 413 })
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value)
  return form
}

/**
 * Answers a form that breaks its schema with the error of each field. `typed`: what the page needs to show the form as
 * it was sent.
 */
export function invalidForm<Typed extends object = object>(
  error: Parameters<typeof fieldErrors>[0],
  typed?: Typed,
) {
  const result = { ...(typed as Typed), errors: fieldErrors(error) }
  return data<Typed & FormErrors>(result, { status: 400 })
}

/**
 * Whether the script of the router sent the request, rather than the browser itself. `Form` (ui/forms/form.tsx) then
 * prevents that a double click posts twice.
 */
export function asksForData(request: Request): boolean {
  return new URL(request.url).pathname.endsWith('.data')
}

/** Whether the request posts a form without files. */
export function isPlainForm({ method, headers }: Request): boolean {
  const type = headers.get('Content-Type') ?? ''
  return method === 'POST' && type.startsWith('application/x-www-form-urlencoded')
}

/** Whether the request posts a form with files. The address of each has a page with this form. */
export function isFormWithFiles({ method, headers }: Request): boolean {
  return method === 'POST' && /^multipart\/form-data\b/.test(headers.get('Content-Type') ?? '')
}
