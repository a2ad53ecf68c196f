import { isNotNull, sql } from 'drizzle-orm'
import { db } from '../database/client.server'
import { taskRuns } from '../database/schema'

/** Seconds of clock skew; a later start comes from a wrong clock. */
const SKEW = 60

/** Starts a task if `every` seconds have passed. One statement: of concurrent processes one gets true. */
export async function beginRun(task: string, every: number): Promise<boolean> {
  const { startedAt } = taskRuns
  const begun = await db
    .insert(taskRuns)
    .values({ task, startedAt: sql`now()` })
    .onConflictDoUpdate({
      target: taskRuns.task,
      set: { startedAt: sql`now()` },
      setWhere: sql`${startedAt} not between now() - make_interval(secs => ${every}) and now() + make_interval(secs => ${SKEW})`,
    })
    .returning({ task: taskRuns.task })
  return begun.length > 0
}

export async function endRun(task: string, ok: boolean): Promise<void> {
  const values = { task, startedAt: sql`now()`, endedAt: sql`now()`, ok }
  const { startedAt: _start, ...set } = values
  await db.insert(taskRuns).values(values).onConflictDoUpdate({ target: taskRuns.task, set })
}

/** The last result by task. */
export async function lastRuns(): Promise<Map<string, { at: Date; ok: boolean }>> {
  const rows = await db.select().from(taskRuns).where(isNotNull(taskRuns.endedAt))
  return new Map(rows.flatMap(({ task, endedAt: at, ok }) => (at ? [[task, { at, ok }]] : [])))
}
