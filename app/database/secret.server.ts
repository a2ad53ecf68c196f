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
import { settings } from './schema'

/** The key of the row of `settings` with the root secret. */
const ROOT_SECRET_KEY = 'installation-secret'
let rootPromise: Promise<string> | undefined
const keys = new Map<string, string>()

/**
 * Reads the root secret, shared by all processes, from the database, and creates it if there is none. Afterwards it is
 * known without the database.
 */
export async function readRootSecret(): Promise<void> {
  await rootSecret()
}

function rootSecret(): Promise<string> {
  rootPromise ??= readOrCreateSecret().catch((error: unknown) => {
    rootPromise = undefined
    throw error
  })
  return rootPromise
}

/** Returns the key for one purpose, derived from the root secret (HKDF): 32 bytes in base64url. */
export async function secretFor(purpose: string): Promise<string> {
  const cachedKey = keys.get(purpose)
  if (cachedKey) return cachedKey
  const secret = Buffer.from(hkdfSync('sha256', await rootSecret(), '', purpose, 32)).toString('base64url')
  keys.set(purpose, secret)
  return secret
}

/** Signs a text: `<text>.<signature>`. The same text always gets the same signature. */
export async function sign(purpose: string, text: string): Promise<string> {
  return `${text}.${createHmac('sha256', await secretFor(purpose))
    .update(text)
    .digest('base64url')}`
}

/** Returns the text that `sign` has signed for the same purpose; null for a wrong signature. */
export async function verifySignature(purpose: string, signed: string): Promise<string | null> {
  const text = signed.slice(0, Math.max(signed.lastIndexOf('.'), 0))
  const [received, expected] = [Buffer.from(signed), Buffer.from(await sign(purpose, text))]
  return received.length === expected.length && timingSafeEqual(received, expected) ? text : null
}

const CIPHER = 'aes-256-gcm'
const keyFor = async (purpose: string) => Buffer.from(await secretFor(purpose), 'base64url')

/** Encrypts a text with AES-256-GCM. Only `unseal` with the same purpose and owner decrypts it. */
export async function seal(purpose: string, owner: string, text: string): Promise<string> {
  const nonce = randomBytes(12)
  const cipher = createCipheriv(CIPHER, await keyFor(purpose), nonce).setAAD(Buffer.from(owner))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')
}

/** Decrypts what `seal` has encrypted; null if it was not sealed for this purpose and owner. */
export async function unseal(purpose: string, owner: string, sealed: string): Promise<string | null> {
  const bytes = Buffer.from(sealed, 'base64url')
  const [nonce, tag, ciphertext] = [bytes.subarray(0, 12), bytes.subarray(12, 28), bytes.subarray(28)]
  if (tag.length < 16) return null
  const cipher = createDecipheriv(CIPHER, await keyFor(purpose), nonce, { authTagLength: 16 })
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
    .insert(settings)
    .values({ key: ROOT_SECRET_KEY, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
  const value = await readStoredSecret()
  if (!value) throw new Error('The installation secret could not be stored')
  return value
}

async function readStoredSecret() {
  const [row] = await ambientDb
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, ROOT_SECRET_KEY))
  return row?.value
}
