import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Actor } from '../accounts/rules'
import type { Transaction } from '../database/client.server'
import { auditLogs } from '../database/schema'
import type { AuditAction, CodedFields } from './codes.rules'
import type { AuditEntity } from './rules'

type Fields = Record<string, unknown> & CodedFields
type Details = Fields & { old?: Fields; new?: Fields }

/**
 * An entry to write. `entity`: the kind of thing that the entry is about, named as its table, or 'exports'; `id`: the
 * key of its row, of what several rows belong to, or the name of the file. Many rows that the schedule deletes have the
 * id 'scadenza'.
 */
type Entry = { action: AuditAction; entity: AuditEntity; id: string; details?: Details }

/** Separates the e-mails in the detail `user` of an export about several people. */
export const EMAIL_SEPARATOR = ', '

/** Records who did what, in the transaction of the change. Without an actor the site did it, or a visitor. */
export async function record(
  tx: Transaction,
  actor: Actor,
  entries: Entry | readonly Entry[],
): Promise<void> {
  const userId = actor?.id ?? null
  const rows = [entries].flat().map(({ action, entity, id, details = {} }) => ({
    userId,
    action,
    entityType: entity,
    entityId: id,
    details,
  }))
  if (rows.length > 0) await tx.insert(auditLogs).values(rows)
}

/**
 * Replaces the values of a person in every entry about the person or one of the contact messages, and in the entries of
 * exports that name the person in `user`. Action, time and ids stay. `emails`: the present and former ones of the
 * person, which also find entries by their detail `email`; `contactIds`: ids of the contact messages.
 */
export async function forgetInLog(
  tx: Transaction,
  { id, emails }: { id: string; emails: string[] },
  contactIds: string[],
): Promise<void> {
  const { entityType, entityId, details } = auditLogs
  const isAboutPerson = or(
    and(eq(entityType, 'profiles'), eq(entityId, id)),
    and(eq(entityType, 'contact_submissions'), inArray(entityId, contactIds)),
    inArray(sql`(${details} ->> 'email')`, emails),
    and(
      eq(entityType, 'exports'),
      sql`string_to_array(${details} ->> 'user', ${EMAIL_SEPARATOR}) && ${sql.param(emails)}::text[]`,
    ),
  )
  await tx
    .update(auditLogs)
    .set({ details: sql`without_person(${entityType}, ${details})` })
    .where(isAboutPerson)
}

/** The entries from before a date, as a table and a condition for their deletion. */
export const entriesBefore = (date: Date) => ({ table: auditLogs, isExpired: lt(auditLogs.createdAt, date) })
