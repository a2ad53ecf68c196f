import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { normalForm } from '../../parsing/text.rules'

/** OWASP: 19 MiB, two passes, one lane. */
export const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const prefix = () => `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`

const FORM =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<lanes>\d+)\$(?<salt>[\w+/]{22})\$(?<key>[\w+/]{43})$/

const NOBODYS_SALT = Buffer.alloc(16)

/** Runs in the thread pool of Node. */
const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)

/** PHC format; the salt has 16 bytes. */
export async function hashPassword(password: string, nonce = randomBytes(16)): Promise<string> {
  const key = await keyOf(password, nonce)
  return `${prefix()}${unpadded(nonce)}$${unpadded(key)}`
}

/** Such a hash is renewed at the next sign-in. */
export const hasOtherCost = (hash: string) => !hash.startsWith(prefix())

/** False for no hash or another format, after the time of a current hash. */
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
  const typedKey = await keyOf(password, Buffer.from(salt, 'base64'), cost)
  return timingSafeEqual(typedKey, Buffer.from(key, 'base64'))
}

const keyOf = (password: string, nonce: Buffer, cost = COST) =>
  derive({ message: normalForm(password, 'NFKC'), nonce, tagLength: 32, ...cost })

function unpadded(bytes: Buffer) {
  return bytes.toString('base64').replaceAll('=', '')
}
