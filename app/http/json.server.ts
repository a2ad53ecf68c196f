import { z } from 'zod'

const italian = z.locales.it().localeError
/** Zod’s Italian messages have no word for an object. */
const words: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_type' && issue.expected === 'object' && !issue.path?.length
    ? 'Il corpo deve essere un oggetto JSON'
    : italian(issue)
/** Characters of input that an error message repeats. */
const SENTENCE = 300

export function answerJson(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}

export function refuseCall(status: number, error: string, headers: Record<string, string> = {}): Response {
  return answerJson({ error }, status, headers)
}

export function refuseReading(): Response {
  return refuseCall(405, 'Questo indirizzo accetta soltanto POST.', { Allow: 'POST' })
}

/**
 * Reads a JSON body in UTF-8. NUL and lone surrogates are refused, since PostgreSQL cannot store them.
 * @returns the body, or a refusal: 415 for another type, else 400
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<{ ok: true; body: z.output<Schema> } | { ok: false; refusal: Response }> {
  const type = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    return { ok: false, refusal: refuseCall(415, 'Il corpo deve essere di tipo application/json.') }
  let sent: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await request.arrayBuffer())
    sent = JSON.parse(text, (_key, value: unknown) => keepable(value))
  } catch {
    return { ok: false, refusal: refuseCall(400, 'Il corpo non è JSON leggibile.') }
  }
  const read = schema.safeParse(sent, { error: words })
  return read.success
    ? { ok: true, body: read.data }
    : { ok: false, refusal: refuseCall(400, sentenceOf(read.error)) }
}

function keepable(value: unknown): unknown {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    throw new SyntaxError('A text that cannot be kept')
  return value
}

/** 'course_ids.0: UUID non valido' */
function sentenceOf({ issues: [first] }: z.ZodError): string {
  const where = first?.path.join('.')
  return `${where ? `${where}: ` : ''}${first?.message}`.slice(0, SENTENCE)
}
