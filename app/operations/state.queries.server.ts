import { statfs } from 'node:fs/promises'
import { and, desc, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import journal from '../../migrations/meta/_journal.json'
import { countProcesses } from '../database/changes.server'
import { db, engine } from '../database/client.server'
import { outgoingMail } from '../database/schema'
import { env } from '../runtime/env.server'

/**
 * Returns facts about the database. `size`: in bytes; `ms`: milliseconds of a minimal query. `migration`: the newest
 * applied migration, undefined if this version of the program does not know it; `migratedTo`: when that migration was
 * written, not applied. `processes`: those of the site that use the database.
 */
export async function databaseState() {
  const startedAt = performance.now()
  await db.execute(sql`select 1`)
  const ms = performance.now() - startedAt
  const { rows } = await db.execute<{ version: string; size: string; migration: string }>(
    sql`select current_setting('server_version') as version, pg_database_size(current_database()) as size,
      (select max(created_at) from drizzle.__drizzle_migrations) as migration`,
  )
  const [{ version = '', size = '0', migration = '0' } = {}] = rows
  const journalEntry = journal.entries.find(({ when }) => when === Number(migration))
  return {
    engine,
    version: version.split(' ')[0] ?? '',
    size: Number(size),
    ms,
    migration: journalEntry?.tag,
    migratedTo: new Date(Number(migration)),
    processes: await countProcesses(),
  }
}

/**
 * Whether a waiting e-mail may be late: it is due, or was tried already. E-mails of decisions that can still be taken
 * back are not late.
 */
export const mayBeLate = sql`(${outgoingMail.dueAt} <= now() or ${outgoingMail.attempts} > 0)`

/**
 * Since when a row of `outgoing_mail` may leave: since it was written, or since its decision can no longer be undone.
 */
export const mayLeaveSince = sql`greatest(outgoing_mail.created_at, (select held_until from decisions where decisions.id = outgoing_mail.decision_id))`

/**
 * Counts waiting, due and failed e-mails. `oldest`: since when the oldest waiting one may leave that is due, or that
 * was tried already. `lastSent`: when the newest of the sent ones was sent.
 */
export async function mailState() {
  const { id, sentAt, failedAt, dueAt, createdAt } = outgoingMail
  const [[unsent], failed, [newestSent]] = await Promise.all([
    db
      .select({
        waiting: sql<number>`count(*)::int`,
        due: sql<number>`(count(*) filter (where ${lte(dueAt, sql`now()`)}))::int`,
        oldest: sql<Date | null>`min(${mayLeaveSince}) filter (where ${mayBeLate})`.mapWith(createdAt),
      })
      .from(outgoingMail)
      .where(and(isNull(sentAt), isNull(failedAt))),
    db.$count(outgoingMail, isNotNull(failedAt)),
    db.select({ sentAt }).from(outgoingMail).where(isNotNull(sentAt)).orderBy(desc(id)).limit(1),
  ])
  return { waiting: 0, due: 0, oldest: null, ...unsent, failed, lastSent: newestSent?.sentAt ?? null }
}

/** Returns the free and total bytes of the disk of DATA_DIR. */
export async function diskState() {
  const { bavail, blocks, bsize } = await statfs(env.dataDir)
  return { free: bavail * bsize, size: blocks * bsize }
}
