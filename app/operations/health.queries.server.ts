import { sql } from 'drizzle-orm'
import { db } from '../database/client.server'
import { backups, outgoingMail } from '../database/schema'
import { isNewFailure } from '../mail/mail.sql'
import { env } from '../runtime/env.server'
import { thisProcess } from './process.server'
import { findSiteWarnings } from './rules'
import { TASKS } from './schedule.server'
import { diskState, mayBeLate, mayLeaveSince } from './state.queries.server'

/** The last result of each task, by its name; null before the first one. `at`: when the run ended, as text. */
type Runs = Record<string, { at: string; ok: boolean }> | null

/**
 * Returns the state of the site for the frame of the office: the fact of the most urgent warning, null if all is well,
 * and when the last successful backup ended. Undelivered e-mails count while they are new (`isNewFailure`). Takes one
 * query of the database.
 */
export async function siteHealth(now = new Date()) {
  const [[row], disk] = await Promise.all([
    db
      .select({
        failed: sql<number>`(select count(*)::int from outgoing_mail where ${isNewFailure})`,
        waiting: sql<number>`(select count(*)::int from outgoing_mail where sent_at is null and failed_at is null)`,
        oldest:
          sql<Date | null>`(select min(${mayLeaveSince}) from outgoing_mail where sent_at is null and failed_at is null and ${mayBeLate})`.mapWith(
            outgoingMail.createdAt,
          ),
        backupError: sql<string | null>`(select error from backups order by id desc limit 1)`,
        backupAt:
          sql<Date | null>`(select ended_at from backups where path is not null order by id desc limit 1)`.mapWith(
            backups.endedAt,
          ),
        runs: sql<Runs>`(select json_object_agg(task, json_build_object('at', ended_at, 'ok', ok)) from task_runs where ended_at is not null)`,
      })
      .from(sql`(select) as one_row`),
    diskState().catch(() => null),
  ])
  const {
    failed = 0,
    waiting = 0,
    oldest = null,
    backupError = null,
    backupAt = null,
    runs = null,
  } = row ?? {}
  const lastRun = (name: string) => {
    const run = runs?.[name]
    return run ? { at: new Date(run.at), ok: run.ok } : null
  }
  const [mostUrgent] = findSiteWarnings({
    now,
    startedAt: thisProcess.startedAt,
    // The query has succeeded; how long it took is measured on the page of the state alone.
    database: { ms: 0 },
    mail: { waiting, failed, oldest, sends: env.smtpUrl !== undefined },
    backup: {
      everyHours: env.backupIntervalHours,
      lastSuccess: backupAt && { at: backupAt },
      lastFailed: backupError !== null,
    },
    disk,
    tasks: TASKS.map(({ name, label, everySeconds }) => ({ label, everySeconds, last: lastRun(name) })),
  })
  return { now, fact: mostUrgent?.fact ?? null, backupAt }
}
