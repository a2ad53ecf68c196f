import { hkdfSync, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { db } from '../database/client.server'
import { settings } from '../database/schema'

const KEY = 'installation-secret'
let root: Promise<string> | undefined

/**
 * A secret of this installation for one purpose: what signs cookies cannot sign sessions. All follow from one
 * random value in the database, so every process has the same and nobody has to configure it.
 */
export async function secretFor(purpose: string): Promise<string> {
  root ??= readOrCreate().catch((error: unknown) => {
    root = undefined
    throw error
  })
  return Buffer.from(hkdfSync('sha256', await root, '', purpose, 32)).toString('base64url')
}

/** Several processes may start at once on an empty table: the first value stands, all read it. */
async function readOrCreate() {
  const value = randomBytes(32).toString('base64url')
  await db.insert(settings).values({ key: KEY, value }).onConflictDoNothing()
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, KEY))
  if (!row) throw new Error('The installation secret could not be stored')
  return row.value
}
