import { ensureFirstAdmin } from '../accounts/commands.server'
import { env } from '../runtime/env.server'
import { seedDemo } from './demo/seed.server'

/**
 * What a database holds at its first start: the demo data where they are asked for, which need an empty one, then the first
 * administrator. Returns whether the demo accounts exist.
 */
export async function loadFirstData(): Promise<boolean> {
  const hasDemo = env.seed === 'demo' && (await seedDemo())
  await ensureFirstAdmin()
  return hasDemo
}
