import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { format } from 'node:util'
import pino from 'pino'
import { env } from './env.server'

const STRING = '"(?:[^"\\\\]|\\\\.)*"'
const SECRET_FIELD = new RegExp(
  `("[\\w-]*(?:cookie|authorization|password|token|secret|e-?mail)[\\w-]*"):(?:${STRING}|\\[(?:${STRING},?)*\\])`,
  'gi',
)
const SECRET_IN_ADDRESS = /\b(token|password)=[^&"\s\\]+/gi
/** The address of a private calendar is itself the key to it. */
const SECRET_PATH = /(\/calendario\/)[\w-]+/g
/** Looked for only where a word begins: from each letter of a long one, it would take time of the word’s square. */
const EMAIL = /(?<![\w.+'-])[\w.+'-]+@[\w-]+(?:\.[\w-]+)+/g
/** PostgreSQL repeats what it could not read. */
const UNREAD_VALUE = /(invalid input (?:syntax|value) for [\w ]+: )\\"(?:[^"\\]|\\[^"])*\\"/g
/** Drizzle ends the message of a failed query with the values that were bound to it. */
const QUERY_VALUES = /(\\nparams: )(?:[^"\\]|\\.)*?(?=\\n {4}at |")/g

/**
 * Takes secrets and people's addresses out of one JSON log line, at any depth, in fields and in sentences.
 * The finished line is the one place that nobody can log around.
 */
export function redact(line: string): string {
  return line
    .replace(SECRET_FIELD, '$1:"[omesso]"')
    .replace(SECRET_IN_ADDRESS, '$1=[omesso]')
    .replace(SECRET_PATH, '$1[omesso]')
    .replace(QUERY_VALUES, '$1[omesso]')
    .replace(UNREAD_VALUE, '$1[omesso]')
    .replace(EMAIL, '[e-mail]')
}

/** What an error may tell: the database adds whole rows to its own, and addresses what they could not be read from. */
const TELLING = ['type', 'message', 'stack', 'code', 'severity', 'table', 'column', 'constraint', 'syscall']

function errorWithoutValues(error: Error) {
  const facts = Object.entries(pino.stdSerializers.err(error))
  return Object.fromEntries(facts.filter(([name]) => TELLING.includes(name)))
}

/** The request that is being answered; empty again when it is, for what it left running. */
const answering = new AsyncLocalStorage<{ requestId?: string }>()

/** Does `work` for an answer: every line of the log that comes of it has the number of the request. */
export function whileAnswering<T>(requestId: string, outgoing: ServerResponse, work: () => T): T {
  const scope: { requestId?: string } = { requestId }
  outgoing.once('close', () => {
    delete scope.requestId
  })
  return answering.run(scope, work)
}

/** One readable line (and the stack of an error) for the person at the keyboard. */
function readable(line: string): string {
  const { time, level, msg, err, pid: _pid, hostname: _host, ...facts } = JSON.parse(line)
  const clock = new Date(time).toLocaleTimeString('it-IT')
  const rest = Object.keys(facts).length > 0 ? ` ${JSON.stringify(facts)}` : ''
  return `${clock} ${pino.levels.labels[level]} ${msg ?? ''}${rest}${err?.stack ? `\n${err.stack}` : ''}\n`
}

/** What waits to be written while that is not possible, in bytes; what comes after is left out. */
const WAITING = 1024 * 1024

/** On a full disk, or where nobody reads, the lines wait for the next one, and the site for none of them. */
function lines() {
  const settings = { dest: 1, sync: true, maxLength: WAITING, retryEAGAIN: () => false }
  const output = pino.destination(settings).on('error', () => {})
  // No more than that is pino's to call: what ends the process would be flushed first, for ever on a full disk.
  return { write: (line: string) => void output.write(line) }
}

const json = env.production || env.isPublic
// What is told to a person at the keyboard, where that is a file on a full disk.
process.stdout.on('error', () => {})

/** The site's log: JSON lines in production, readable lines while developing, silent in tests. */
export const log = pino(
  {
    level: process.env.VITEST ? 'silent' : (process.env.LOG_LEVEL ?? 'info'),
    serializers: { err: errorWithoutValues },
    mixin: () => ({ ...answering.getStore() }),
    hooks: { streamWrite: redact },
  },
  json ? lines() : { write: (line: string) => process.stdout.write(readable(line)) },
)

/** What a library prints by itself is a line of the log as any other: nothing goes past `redact`. */
if (json)
  for (const level of ['error', 'warn', 'info'] as const)
    console[level] = (...said: unknown[]) => {
      const err = said.find((thing) => thing instanceof Error)
      log[level]({ err }, format(...said.filter((thing) => thing !== err)))
    }
