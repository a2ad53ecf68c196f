import { like, sql } from 'drizzle-orm'
import { z } from 'zod'
import { db } from '../database/client.server'
import { settings } from '../database/schema'

const PREFIX = 'task '
const runSchema = z.object({ at: z.iso.datetime().transform((text) => new Date(text)), ok: z.boolean() })

/** How a task of the schedule went last, whichever process ran it. */
export type Run = z.infer<typeof runSchema>

/** Notes how a task went just now. */
export async function recordRun(task: string, ok: boolean): Promise<void> {
  const value = JSON.stringify({ at: new Date(), ok })
  await db
    .insert(settings)
    .values({ key: PREFIX + task, value })
    .onConflictDoUpdate({ target: settings.key, set: { value: sql`excluded.value` } })
}

/** The last run of each task that has run, by its name. */
export async function lastRuns(): Promise<Map<string, Run>> {
  const rows = await db
    .select()
    .from(settings)
    .where(like(settings.key, `${PREFIX}%`))
  return new Map(rows.map(({ key, value }) => [key.slice(PREFIX.length), runSchema.parse(JSON.parse(value))]))
}
