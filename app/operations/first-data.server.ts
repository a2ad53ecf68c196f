import { eq } from 'drizzle-orm'
import { ensureFirstAdmin } from '../accounts/commands.server'
import { verifyPassword } from '../accounts/passwords/hashing.server'
import { passwordHashOf } from '../accounts/people.server'
import { db } from '../database/client.server'
import { profiles } from '../database/schema'
import { env } from '../runtime/env.server'
import { DEMO_ACCOUNTS } from './demo/accounts'
import { seedDemo } from './demo/seed.server'

/**
 * Loads what a database needs at its first start: the demo data, if `SEED` asks for them and the database is empty,
 * then the first administrator. Returns whether `SEED` asks for demo data and the demo accounts exist. Throws on a
 * public site whose database holds a demo account with its published password.
 */
export async function loadFirstData(): Promise<boolean> {
  if (env.isPublic) await refuseDemoPasswords()
  const hasDemo = env.seed === 'demo' && (await seedDemo())
  await ensureFirstAdmin()
  return hasDemo
}

async function refuseDemoPasswords(): Promise<void> {
  for (const { email, password } of Object.values(DEMO_ACCOUNTS)) {
    const [person] = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email))
    const hash = person && (await passwordHashOf(db, person.id))
    if (hash && (await verifyPassword({ password, hash })))
      throw new Error(
        'La base di dati contiene gli accessi dimostrativi, la cui password è pubblica: avvia il sito con PUBLIC_ORIGIN=http://localhost:3000 e cambiala, o riparti da una base vuota.',
      )
  }
}
