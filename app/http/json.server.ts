import { z } from 'zod'

const italian = z.locales.it().localeError
/** Zod’s Italian messages, with a sentence for a body that is not an object. */
const describeIssue: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_type' && issue.expected === 'object' && !issue.path?.length
    ? 'Il corpo deve essere un oggetto JSON'
    : italian(issue)
/** Most characters of a refusal, which may repeat the input. */
const REFUSAL_LENGTH = 300

export function respondWithJson(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}

/** Refuses a call of a function. `error`: an Italian sentence. */
export function refuseCall(status: number, error: string, headers: Record<string, string> = {}): Response {
  return respondWithJson({ error }, status, headers)
}

/** Refuses a GET of a function, with 405. */
export function refuseRead(): Response {
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
  let parsed: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await request.arrayBuffer())
    parsed = JSON.parse(text, (_key, value: unknown) => requireStorable(value))
  } catch {
    return { ok: false, refusal: refuseCall(400, 'Il corpo non è JSON leggibile.') }
  }
  const { data, error } = schema.safeParse(parsed, { error: describeIssue })
  return error ? { ok: false, refusal: refuseCall(400, describeError(error)) } : { ok: true, body: data }
}

/** Throws for a text that PostgreSQL cannot store. */
function requireStorable(value: unknown): unknown {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    throw new SyntaxError('A text that cannot be stored')
  return value
}

/** 'course_ids.0: UUID non valido' */
function describeError({ issues: [first] }: z.ZodError): string {
  const path = first?.path.join('.')
  return `${path ? `${path}: ` : ''}${first?.message}`.slice(0, REFUSAL_LENGTH)
}
