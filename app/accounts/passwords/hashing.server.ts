import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { normalForm } from '../../parsing/text.rules'

/** OWASP's second setting for Argon2id: 19 MiB of memory, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const PREFIX = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`

/** What a hash in PHC form says of itself: its cost, its salt and its key. */
const FORM =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<lanes>\d+)\$(?<salt>[\w+/]{22})\$(?<key>[\w+/]{43})$/

const NOBODYS_SALT = Buffer.alloc(16)

/** Runs on Node's own threads: other requests do not wait for it. */
const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)

/** The password's hash in PHC form, with a random salt of 16 bytes unless one is given. */
export async function hashPassword(password: string, nonce = randomBytes(16)): Promise<string> {
  const key = await keyOf(password, nonce)
  return `${PREFIX}${unpadded(nonce)}$${unpadded(key)}`
}

/** Whether a hash was made at another cost than today's. Who knows its password, as at sign-in, can make it anew. */
export const hasOtherCost = (hash: string) => !hash.startsWith(PREFIX)

/**
 * Whether `password` is the one that gave `hash`, at whatever cost. A hash of another form, or none, is nobody's: that
 * takes as long as one of today's cost, so that the time does not tell whether there is an account.
 */
export async function verifyPassword({
  password,
  hash,
}: {
  password: string
  hash: string | undefined
}): Promise<boolean> {
  const { memory, passes, lanes, salt, key } = FORM.exec(hash ?? '')?.groups ?? {}
  if (!salt || !key) {
    await keyOf(password, NOBODYS_SALT)
    return false
  }
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(lanes) }
  const given = await keyOf(password, Buffer.from(salt, 'base64'), cost)
  return timingSafeEqual(given, Buffer.from(key, 'base64'))
}

const keyOf = (password: string, nonce: Buffer, cost = COST) =>
  derive({ message: normalForm(password, 'NFKC'), nonce, tagLength: 32, ...cost })

function unpadded(bytes: Buffer) {
  return bytes.toString('base64').replaceAll('=', '')
}
