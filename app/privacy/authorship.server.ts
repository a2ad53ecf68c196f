import { eq, inArray, is, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { deletedAccountProfile } from '../accounts/rules'
import { db, inTransaction } from '../database/client.server'
import * as schema from '../database/schema'

/** Rows per transaction. */
export const AUTHORSHIP_BATCH = 1_000

/** The columns that name who did something: the deletion of a profile sets them to null. */
export function authorColumns(): { table: PgTable; column: PgColumn }[] {
  return Object.values(schema)
    .filter((table) => is(table, PgTable))
    .flatMap((table) => getTableConfig(table).foreignKeys)
    .map((key) => ({ key, ...key.reference() }))
    .filter(({ key, foreignTable }) => key.onDelete === 'set null' && foreignTable === schema.profiles)
    .flatMap(({ key, columns }) => columns.map((column) => ({ table: key.table, column })))
}

/**
 * Removes a person as the author of their work, and moves their approvals and rejections to an anonymous profile, in
 * batches. The work of years in one statement would exceed the time limit of the database. Of each column less than a
 * batch stays for the deletion of the account, and rows that others have locked.
 */
export async function clearAuthorship(personId: string): Promise<void> {
  for (const { table, column } of authorColumns()) await replaceAuthor(table, column, personId, null)
  const { approvedBy, rejectedBy } = schema.userCourses
  for (const column of [approvedBy, rejectedBy]) {
    if ((await db.$count(schema.userCourses, eq(column, personId))) < AUTHORSHIP_BATCH) continue
    const anonymousProfile = deletedAccountProfile(crypto.randomUUID())
    await db.insert(schema.profiles).values(anonymousProfile)
    await replaceAuthor(schema.userCourses, column, personId, anonymousProfile.id)
  }
}

/** Replaces the person in a column of a table, as long as there is a whole batch of rows. */
async function replaceAuthor(table: PgTable, column: PgColumn, personId: string, replacement: string | null) {
  // Not every table has an id.
  const rowId = sql<string>`ctid`
  for (let count = AUTHORSHIP_BATCH; count === AUTHORSHIP_BATCH; ) {
    count = await inTransaction(async (tx) => {
      const rows = await tx
        .select({ rowId })
        .from(table)
        .where(eq(column, personId))
        .limit(AUTHORSHIP_BATCH)
        .for('update', { skipLocked: true })
      if (rows.length === AUTHORSHIP_BATCH)
        await tx
          .update(table)
          .set({ [column.name]: replacement })
          .where(
            inArray(
              rowId,
              rows.map((row) => row.rowId),
            ),
          )
      return rows.length
    })
  }
}
