import { z } from 'zod'

const italian = z.locales.it().localeError
/** Zod's Italian, which has no word of its own for an object. */
const words: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_type' && issue.expected === 'object' && !issue.path?.length
    ? 'Il corpo deve essere un oggetto JSON'
    : italian(issue)
/** An answer repeats no more than this of what was sent, in characters. */
const SENTENCE = 300

/** An answer to a program, which nobody keeps. */
export function answerJson(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}

/** A refusal to a program: its sentence as `error`. */
export function refuseCall(status: number, error: string, headers: Record<string, string> = {}): Response {
  return answerJson({ error }, status, headers)
}

/** The answer to whoever reads an address that programs post to. */
export function refuseReading(): Response {
  return refuseCall(405, 'Questo indirizzo accetta soltanto POST.', { Allow: 'POST' })
}

/**
 * The body of a call, which must be JSON in UTF-8 as the schema says. Text that PostgreSQL cannot keep as it is, with
 * NUL or half a character, makes it unreadable.
 * @returns the body, or the refusal to answer with: 415 for another type, 400 for all else
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

/** The first thing that is wrong, and where: 'course_ids.0: UUID non valido'. */
function sentenceOf({ issues: [first] }: z.ZodError): string {
  const where = first?.path.join('.')
  return `${where ? `${where}: ` : ''}${first?.message}`.slice(0, SENTENCE)
}
