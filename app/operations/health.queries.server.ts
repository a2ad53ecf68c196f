import { sql } from 'drizzle-orm'
import { db } from '../database/client.server'
import { backups, outgoingMail } from '../database/schema'
import { env } from '../runtime/env.server'
import { thisProcess } from './process.server'
import { attention } from './rules'
import { TASKS } from './schedule.server'
import { diskState } from './state.queries.server'

/** The last result of each task, by its name; null before the first one. `at`: a time as text. */
type Runs = Record<string, { at: string; ok: boolean }> | null

/**
 * Returns the state of the site for the frame of the office: the most urgent fact, null if all is well, and the time of
 * the last backup. Takes one query of the database.
 */
export async function siteHealth(now = new Date()) {
  const [[found], disk] = await Promise.all([
    db
      .select({
        failed: sql<number>`(select count(*)::int from outgoing_mail where failed_at is not null)`,
        waiting: sql<number>`(select count(*)::int from outgoing_mail where sent_at is null and failed_at is null)`,
        oldest:
          sql<Date | null>`(select min(created_at) from outgoing_mail where sent_at is null and failed_at is null)`.mapWith(
            outgoingMail.createdAt,
          ),
        backupError: sql<string | null>`(select error from backups order by id desc limit 1)`,
        backupAt:
          sql<Date | null>`(select ended_at from backups where path is not null order by id desc limit 1)`.mapWith(
            backups.endedAt,
          ),
        runs: sql<Runs>`(select json_object_agg(task, json_build_object('at', ended_at, 'ok', ok)) from task_runs where ended_at is not null)`,
      })
      .from(sql`(select) as one`),
    diskState().catch(() => null),
  ])
  const {
    failed = 0,
    waiting = 0,
    oldest = null,
    backupError = null,
    backupAt = null,
    runs = null,
  } = found ?? {}
  const last = ({ name }: { name: string }) => {
    const run = runs?.[name]
    return run ? { at: new Date(run.at), ok: run.ok } : null
  }
  const [urgent] = attention({
    now,
    startedAt: thisProcess.startedAt,
    // The query has succeeded; how long it took is measured on the page of the state alone.
    database: { ms: 0 },
    mail: { waiting, failed, oldest, sends: env.smtpUrl !== undefined },
    backup: {
      every: env.backupIntervalHours,
      done: backupAt && { at: backupAt },
      failed: backupError !== null,
    },
    disk,
    tasks: TASKS.map((task) => ({ label: task.label, every: task.every, last: last(task) })),
  })
  return { now, fact: urgent?.fact ?? null, backupAt }
}
