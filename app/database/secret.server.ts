import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { eq } from 'drizzle-orm'
import { ambientDb } from './client.server'
import { installationValues } from './schema'

/** The name of the installation value that is the secret. */
const SECRET_NAME = 'installation-secret'
let secretPromise: Promise<string> | undefined
/** The keys derived so far, by purpose. */
const keys = new Map<string, string>()

/**
 * Reads the installation secret, shared by all processes, from the database, and creates it if there is none.
 * Afterwards this process knows it without the database.
 */
export async function readInstallationSecret(): Promise<void> {
  await installationSecret()
}

function installationSecret(): Promise<string> {
  secretPromise ??= readOrCreateSecret().catch((error: unknown) => {
    secretPromise = undefined
    throw error
  })
  return secretPromise
}

/** Returns the key for one purpose, derived from the installation secret (HKDF): 32 bytes in base64url. */
export async function keyFor(purpose: string): Promise<string> {
  const cachedKey = keys.get(purpose)
  if (cachedKey) return cachedKey
  const key = Buffer.from(hkdfSync('sha256', await installationSecret(), '', purpose, 32)).toString(
    'base64url',
  )
  keys.set(purpose, key)
  return key
}

/** Bytes of a signature: half of the HMAC, which nobody can guess either (RFC 2104), since it does not compress. */
const SIGNATURE_BYTES = 16

/** Signs a text: `<text>.<signature>`. The same text always gets the same signature. */
export async function sign(purpose: string, text: string): Promise<string> {
  const mac = createHmac('sha256', await keyFor(purpose))
    .update(text)
    .digest()
  return `${text}.${mac.subarray(0, SIGNATURE_BYTES).toString('base64url')}`
}

/** Returns the text that `sign` has signed for the same purpose; null for a wrong signature. */
export async function verifySignature(purpose: string, signed: string): Promise<string | null> {
  const text = signed.slice(0, Math.max(signed.lastIndexOf('.'), 0))
  const [received, expected] = [Buffer.from(signed), Buffer.from(await sign(purpose, text))]
  return received.length === expected.length && timingSafeEqual(received, expected) ? text : null
}

const CIPHER = 'aes-256-gcm'
/** The lengths that AES-GCM recommends. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const keyBytesFor = async (purpose: string) => Buffer.from(await keyFor(purpose), 'base64url')

/** Encrypts a text with AES-256-GCM. Only `unseal` with the same purpose and owner decrypts it. */
export async function seal(purpose: string, owner: string, text: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, await keyBytesFor(purpose), nonce).setAAD(Buffer.from(owner))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')
}

/** Decrypts what `seal` has encrypted; null if it was not sealed for this purpose and owner. */
export async function unseal(purpose: string, owner: string, sealed: string): Promise<string | null> {
  const bytes = Buffer.from(sealed, 'base64url')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const ciphertext = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  if (tag.length < TAG_BYTES) return null
  const cipher = createDecipheriv(CIPHER, await keyBytesFor(purpose), nonce, { authTagLength: TAG_BYTES })
  try {
    cipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
    return cipher.update(ciphertext, undefined, 'utf8') + cipher.final('utf8')
  } catch {
    return null
  }
}

/** Returns the stored secret, or stores a new one. Of concurrent processes all get the one that was stored first. */
async function readOrCreateSecret() {
  const storedSecret = await readStoredSecret()
  if (storedSecret) return storedSecret
  await ambientDb
    .insert(installationValues)
    .values({ key: SECRET_NAME, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
  const value = await readStoredSecret()
  if (!value) throw new Error('The installation secret could not be stored')
  return value
}

async function readStoredSecret() {
  const [row] = await ambientDb
    .select({ value: installationValues.value })
    .from(installationValues)
    .where(eq(installationValues.key, SECRET_NAME))
  return row?.value
}
