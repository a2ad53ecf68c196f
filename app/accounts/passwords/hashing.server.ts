import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { normalForm } from '../../parsing/text.rules'

/** Parameters of Argon2id as OWASP recommends them: 19 MiB (`memory` is in KiB), two passes, one lane. */
export const COST = { memory: 19_456, passes: 2, parallelism: 1 }

/** A hash in PHC format, as `hashPassword` returns it. */
const PHC_HASH =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<lanes>\d+)\$(?<salt>[\w+/]{22})\$(?<key>[\w+/]{43})$/

/** For a check that only takes as long as a real one, when there is no hash. */
const PLACEHOLDER_SALT = Buffer.alloc(16)

/** Runs in the thread pool of Node. */
const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)

/** Hashes a password with Argon2id and returns the hash in PHC format. `nonce`: the salt, 16 bytes. */
export async function hashPassword(password: string, nonce = randomBytes(16)): Promise<string> {
  const key = await keyOf(password, nonce)
  const parameters = `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`
  return `$argon2id$v=19$${parameters}$${unpaddedBase64(nonce)}$${unpaddedBase64(key)}`
}

/**
 * Whether a password has this hash. False for no hash and for another format too, after as long as a real check takes.
 */
export async function verifyPassword({
  password,
  hash,
}: {
  password: string
  hash: string | undefined
}): Promise<boolean> {
  const { memory, passes, lanes, salt, key } = PHC_HASH.exec(hash ?? '')?.groups ?? {}
  if (!salt || !key) {
    await keyOf(password, PLACEHOLDER_SALT)
    return false
  }
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(lanes) }
  const typedKey = await keyOf(password, Buffer.from(salt, 'base64'), cost)
  return timingSafeEqual(typedKey, Buffer.from(key, 'base64'))
}

const keyOf = (password: string, nonce: Buffer, cost = COST) =>
  derive({ message: normalForm(password, 'NFKC'), nonce, tagLength: 32, ...cost })

function unpaddedBase64(bytes: Buffer) {
  return bytes.toString('base64').replaceAll('=', '')
}
