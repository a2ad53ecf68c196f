import { isNotNull, sql } from 'drizzle-orm'
import { db } from '../database/client.server'
import { taskRuns } from '../database/schema'

/** Seconds by which a recorded start may be in the future. A later one comes from a wrong clock and does not count. */
const SKEW_SECONDS = 60

/**
 * Records the start of a task if `everySeconds` have passed since the last one; returns whether it has. Only one of
 * concurrent processes gets true.
 */
export async function beginRun(task: string, everySeconds: number): Promise<boolean> {
  const { startedAt } = taskRuns
  const startedRuns = await db
    .insert(taskRuns)
    .values({ task, startedAt: sql`now()` })
    .onConflictDoUpdate({
      target: taskRuns.task,
      set: { startedAt: sql`now()` },
      setWhere: sql`${startedAt} not between now() - make_interval(secs => ${everySeconds}) and now() + make_interval(secs => ${SKEW_SECONDS})`,
    })
    .returning({ task: taskRuns.task })
  return startedRuns.length > 0
}

/** Records the end of the last run of a task. `ok`: whether it succeeded. */
export async function endRun(task: string, ok: boolean): Promise<void> {
  const values = { task, startedAt: sql`now()`, endedAt: sql`now()`, ok }
  const { startedAt: _start, ...set } = values
  await db.insert(taskRuns).values(values).onConflictDoUpdate({ target: taskRuns.task, set })
}

/** Returns the last result of each task, by its name. `at`: when that run ended. */
export async function lastRuns(): Promise<Map<string, { at: Date; ok: boolean }>> {
  const rows = await db.select().from(taskRuns).where(isNotNull(taskRuns.endedAt))
  return new Map(rows.flatMap(({ task, endedAt: at, ok }) => (at ? [[task, { at, ok }]] : [])))
}
