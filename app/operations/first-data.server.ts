import { ensureFirstAdmin } from '../accounts/commands.server'
import { env } from '../runtime/env.server'
import { seedDemo } from './demo/seed.server'

/**
 * Loads what a database needs at its first start: the demo data, if `SEED` asks for them and the database is empty,
 * then the first administrator. Returns whether `SEED` asks for demo data and the demo accounts exist.
 */
export async function loadFirstData(): Promise<boolean> {
  const hasDemo = env.seed === 'demo' && (await seedDemo())
  await ensureFirstAdmin()
  return hasDemo
}
