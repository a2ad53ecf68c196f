import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** OWASP's second setting for Argon2id: 19 MiB of memory, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const PREFIX = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`

const NOBODYS_SALT = Buffer.alloc(16)

/** Runs on Node's own threads: other requests do not wait for it. */
const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)

/** The password's hash in PHC form, with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const key = await derive({ message: password.normalize('NFKC'), nonce, ...COST })
  return `${PREFIX}${unpadded(nonce)}$${unpadded(key)}`
}

/**
 * Whether `password` is the one that gave `hash`. A hash of another form, or none, is nobody's: that costs the same, so
 * that the time does not tell whether there is an account.
 */
export async function verifyPassword({
  password,
  hash,
}: {
  password: string
  hash: string | undefined
}): Promise<boolean> {
  const [salt = '', key = ''] = hash?.startsWith(PREFIX) ? hash.slice(PREFIX.length).split('$') : []
  const known = salt !== '' && key !== ''
  const expected = Buffer.from(key, 'base64')
  const given = await derive({
    message: password.normalize('NFKC'),
    nonce: known ? Buffer.from(salt, 'base64') : NOBODYS_SALT,
    ...COST,
  })
  return known && expected.length === given.length && timingSafeEqual(expected, given)
}

function unpadded(bytes: Buffer) {
  return bytes.toString('base64').replaceAll('=', '')
}
