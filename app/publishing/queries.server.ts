import { and, asc, eq, sql } from 'drizzle-orm'
import type { Admin } from '../accounts/rules'
import { courseByAnySlug, courseById } from '../courses/queries.server'
import { isId, isSlug } from '../courses/rules'
import { db } from '../database/client.server'
import { auditLogs, profiles } from '../database/schema'

/** A course by its id or an address that it has or had (decisions §4), with its sessions, deleted ones included. */
export async function courseByKey(_admin: Admin, key: string) {
  if (isId(key)) return courseById(key)
  return isSlug(key) ? courseByAnySlug(key) : undefined
}

/** What was changed in a course since a version of it, oldest first: who, when, and the fields as they were. */
export function changesSince(_admin: Admin, courseId: string, version: number) {
  return db
    .select({
      by: profiles.email,
      at: auditLogs.createdAt,
      old: sql<Record<string, unknown>>`${auditLogs.details} -> 'old'`,
    })
    .from(auditLogs)
    .leftJoin(profiles, eq(profiles.id, auditLogs.userId))
    .where(
      and(
        eq(auditLogs.entityId, courseId),
        eq(auditLogs.entityType, 'courses'),
        sql`(${auditLogs.details} ->> 'version')::int > ${version}`,
      ),
    )
    .orderBy(asc(auditLogs.id))
}
