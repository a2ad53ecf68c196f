import { data } from 'react-router'

/** The form of a request. A body that is no form, or a broken one, is answered with 400; it is never a fault of ours. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw data(null, { status: 400 })
  }
}

/** A form without files: those of the office, which bring them, are sent once and weigh too much to be read twice. */
export function isPlainForm({ method, headers }: Request): boolean {
  const type = headers.get('Content-Type') ?? ''
  return method === 'POST' && type.startsWith('application/x-www-form-urlencoded')
}
