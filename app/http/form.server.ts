import { data } from 'react-router'

/** More fields than any form has: parsing a hundred thousand of them takes 0.4 s. */
const MOST_FIELDS = 1000

/**
 * The form of a request, without files. Answers 400 to a body that is no form or is broken, 413 to more than
 * `MOST_FIELDS` fields.
 */
export async function readForm(request: Request): Promise<FormData> {
  if (!isPlainForm(request)) throw data(null, { status: 400 })
  const text = await request.text().catch(() => {
    throw data(null, { status: 400 })
  })
  if (text.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) throw data(null, { status: 413 })
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value)
  return form
}

/** A form without files: those of the office, which bring them, are sent once and weigh too much to be read twice. */
export function isPlainForm({ method, headers }: Request): boolean {
  const type = headers.get('Content-Type') ?? ''
  return method === 'POST' && type.startsWith('application/x-www-form-urlencoded')
}
