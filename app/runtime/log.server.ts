import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { format } from 'node:util'
import pino from 'pino'
import { env } from './env.server'
import { SECRET_PAGES } from './secret-links'

/** A JSON string. */
const STRING = '"(?:[^"\\\\]|\\\\.)*"'
const SECRET_FIELD = new RegExp(
  `("[\\w-]*(?:cookie|authorization|password|token|secret|e-?mail)[\\w-]*"):(?:${STRING}|\\[(?:${STRING},?)*\\])`,
  'gi',
)
const SECRET_IN_ADDRESS = /\b(token|password)=[^&"\s\\]+/gi
/** Addresses that are keys themselves: of a private calendar, an offer or an interest. */
const SECRET_PATH = new RegExp(`(/(?:${SECRET_PAGES})/)[\\w-]+`, 'g')
/** E-mail addresses. Anchored at the start of a word, since the search would take quadratic time otherwise. */
const EMAIL = /(?<![\w.+'-])[\w.+'-]+@[\w-]+(?:\.[\w-]+)+/g
/** Invalid values, which the messages of PostgreSQL repeat. */
const INVALID_VALUE = /(invalid input (?:syntax|value) for [\w ]+: )\\"(?:[^"\\]|\\[^"])*\\"/g
/** Bound values, which Drizzle appends to its error messages. */
const QUERY_VALUES = /(\\nparams: )(?:[^"\\]|\\.)*?(?=\\n {4}at |")/g

/** Removes secrets and e-mail addresses from a finished JSON line, whoever wrote it. */
export function redact(line: string): string {
  return line
    .replace(SECRET_FIELD, '$1:"[omesso]"')
    .replace(SECRET_IN_ADDRESS, '$1=[omesso]')
    .replace(SECRET_PATH, '$1[omesso]')
    .replace(QUERY_VALUES, '$1[omesso]')
    .replace(INVALID_VALUE, '$1[omesso]')
    .replace(EMAIL, '[e-mail]')
}

/** The only properties of errors that are logged: those of the database also contain whole rows. */
const LOGGED_PROPERTIES = [
  'type',
  'message',
  'stack',
  'code',
  'severity',
  'table',
  'column',
  'constraint',
  'syscall',
]

function errorWithoutValues(error: Error) {
  const facts = Object.entries(pino.stdSerializers.err(error))
  return Object.fromEntries(facts.filter(([name]) => LOGGED_PROPERTIES.includes(name)))
}

const requestScope = new AsyncLocalStorage<{ requestId?: string }>()

/** Runs `work`, whose log lines carry the request id until the response is sent or its connection is lost. */
export function runWithRequestId<T>(requestId: string, outgoing: ServerResponse, work: () => T): T {
  const scope: { requestId?: string } = { requestId }
  outgoing.once('close', () => {
    delete scope.requestId
  })
  return requestScope.run(scope, work)
}

/** Turns a JSON line into text for a terminal. */
function formatForTerminal(line: string): string {
  const { time, level, msg, err, pid: _pid, hostname: _host, ...facts } = JSON.parse(line)
  const clockTime = new Date(time).toLocaleTimeString('it-IT')
  const factsText = Object.keys(facts).length > 0 ? ` ${JSON.stringify(facts)}` : ''
  return `${clockTime} ${pino.levels.labels[level]} ${msg ?? ''}${factsText}${err?.stack ? `\n${err.stack}` : ''}\n`
}

/** Most bytes of lines that wait to be written; further lines are dropped. */
const WAITING_BYTES_MAX = 1024 * 1024

/** An output that never blocks the site: a full disk or a blocked pipe only delays or drops lines. */
function createJsonOutput() {
  const settings = { dest: 1, sync: true, maxLength: WAITING_BYTES_MAX, retryEAGAIN: () => false }
  const output = pino.destination(settings).on('error', () => {})
  // Without `flushSync`: pino would call it at exit, endlessly on a full disk.
  return { write: (line: string) => void output.write(line) }
}

const writesJson = env.isProduction || env.isPublic
// The terminal may be a file on a full disk.
process.stdout.on('error', () => {})

/** JSON lines in production and on a public site, else lines of text; none in tests. */
export const log = pino(
  {
    level: process.env.VITEST ? 'silent' : (process.env.LOG_LEVEL ?? 'info'),
    serializers: { err: errorWithoutValues },
    mixin: () => ({ ...requestScope.getStore() }),
    hooks: { streamWrite: redact },
  },
  writesJson
    ? createJsonOutput()
    : { write: (line: string) => process.stdout.write(formatForTerminal(line)) },
)

// What libraries write to the console becomes JSON lines too, so that it passes `redact`.
if (writesJson)
  for (const level of ['error', 'warn', 'info'] as const)
    console[level] = (...values: unknown[]) => {
      const err = values.find((value) => value instanceof Error)
      log[level]({ err }, format(...values.filter((value) => value !== err)))
    }
