import { and, asc, desc, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { fullName } from '../accounts/people.sql'
import { type Admin, type Member, normalEmail, type Staff } from '../accounts/rules'
import { db } from '../database/client.server'
import { keysetPage } from '../database/keyset.server'
import { auditLogs, profiles } from '../database/schema'
import type { AuditAction } from './codes.rules'
import { type Days, idBounds, withinDays } from './days.queries.server'
import type { LogFilters } from './filters'
import { AUDIT_ENTITIES, type AuditDetails, type AuditEntity, SYSTEM_NAME } from './rules'
import { conditionsAboutPerson, findSubjectPerson, type SubjectPerson } from './subject.queries.server'

export const LOG_PAGE_SIZE = 50

/** `user`: id of the actor, null for the site and visitors; `subject`: the person concerned. Undefined is no filter. */
export type LogQuery = Days & {
  user?: string | null | undefined
  subject?: SubjectPerson | undefined
  action?: AuditAction | undefined
  entity?: string | undefined
}
/** Bounds of the ids, exclusive: entries with a lower id than `before` and a higher one than `after`. */
type Span = { before?: number | undefined; after?: number | undefined }
const NEWER_THAN_ALL = Number.MAX_SAFE_INTEGER
type Kind = { entity: string; action: AuditAction }
/** Which part of the index is read. `kinds`: null for all; `above` and `below`: bounds of the ids, exclusive. */
type Scope = { kinds: Kind[] | null; above: number; below: number }

/**
 * Whether the log says that this member has deleted a row. If a row is missing, that distinguishes a form that was sent
 * twice from a form about a row of somebody else.
 */
export async function hasDeleted(
  member: Pick<Member, 'id'>,
  entity: AuditEntity,
  id: string,
): Promise<boolean> {
  const { userId, action, entityType, entityId } = auditLogs
  const entry = and(eq(entityId, id), eq(entityType, entity), eq(action, 'delete'), eq(userId, member.id))
  return (await db.$count(auditLogs, entry)) > 0
}

/**
 * One page of entries, newest first, by keyset. `newer` and `older`: the ids to ask for the neighbouring pages with, as
 * `after` and `before`; undefined without such a page.
 */
export async function logPage(_admin: Admin, query: LogQuery, { before, after }: Span = {}) {
  const scope = await scopeOf(query)
  // The list is newest first: an earlier row has a higher id.
  const bounds = { after: before, before: after }
  const { rows, back, onward } = await keysetPage(LOG_PAGE_SIZE, bounds, (from, limit) =>
    readEntries(scope, query, { before: from.after, after: from.before }, limit),
  )
  return { entries: rows, newer: back, older: onward }
}

/** The newest entries about one person, for the page of the person. */
export async function entriesAbout(staff: Staff, personId: string, limit: number): Promise<LogEntry[]> {
  const subject = await findSubjectPerson(staff, personId)
  return subject ? readEntries(await scopeOf({ subject }), { subject }, {}, limit) : []
}

/** How many entries one statement reads, so that it ends within the statement timeout. */
const BATCH = 2_000

/** Yields every entry of a query in batches, newest first. Entries that are written meanwhile are left out. */
export async function* logInBatches(_admin: Admin, query: LogQuery) {
  const scope = await scopeOf(query)
  for (let before: number | undefined; ; ) {
    const rows = await readEntries(scope, query, { before }, BATCH)
    yield rows
    if (rows.length < BATCH) return
    before = rows.at(-1)?.id
  }
}

async function scopeOf(query: LogQuery): Promise<Scope> {
  // The entries of a person come from the indexes of subjects.
  const [kinds, ids] = await Promise.all([query.subject ? null : kindsOf(query), idBounds(query)])
  return { kinds, above: 0, below: NEWER_THAN_ALL, ...ids }
}

/**
 * The kinds of entries (pairs of entity and action) that a query selects; null without a filter. A filter by actor
 * alone selects all kinds, one by one, since the index of actors is by kind too.
 */
async function kindsOf({ user, action, entity }: LogQuery): Promise<Kind[] | null> {
  if (user === undefined && action === undefined && entity === undefined) return null
  const kinds = await presentKinds()
  return kinds.filter(
    (kind) => (action ?? kind.action) === kind.action && (entity ?? kind.entity) === kind.entity,
  )
}

/** The kinds that the log holds, also those that the program does not know. A skip scan reads the index alone. */
async function presentKinds(): Promise<Kind[]> {
  const { rows } = await db.execute<Kind>(sql`
    with recursive kinds as (
      (select entity_type as entity, action from audit_logs order by entity_type, action limit 1)
      union all
      select next.entity, next.action from kinds cross join lateral (
        select entity_type as entity, action from audit_logs
        where (entity_type, action) > (kinds.entity, kinds.action)
        order by entity_type, action limit 1
      ) next
    )
    select entity, action from kinds`)
  return rows
}

/** The entities to filter by: first those that the program knows, then others in the log. */
export async function loggedEntities(_admin: Admin): Promise<string[]> {
  return [...new Set([...AUDIT_ENTITIES, ...(await presentKinds()).map(({ entity }) => entity)])]
}

/**
 * The `limit` entries of a query nearest to `after` of the span, else to `before`, newest first. A query by kind reads
 * the nearest entries of each kind from the index, so that rare kinds and pages far back cost no more than others.
 */
async function readEntries(scope: Scope, query: LogQuery, span: Span, limit: number) {
  const { kinds } = scope
  if (kinds?.length === 0) return []
  const isNewestFirst = span.after === undefined
  const order = (column: SQL | AnyPgColumn) => (isNewestFirst ? desc(column) : asc(column))
  const above = Math.max(span.after ?? 0, scope.above)
  const below = Math.min(span.before ?? NEWER_THAN_ALL, scope.below)
  const { userId, entityType, action, id } = auditLogs
  const { user, subject } = query
  const isByActor = user === undefined ? undefined : user === null ? isNull(userId) : eq(userId, user)
  const isInSpan = and(gt(id, above), lt(id, below), withinDays(query))

  const rows = await db
    .select({
      id: auditLogs.id,
      userId: auditLogs.userId,
      /** E-mail and name of the actor; null without one, or if the profile is deleted. */
      email: profiles.email,
      name: fullName(profiles),
      action: auditLogs.action,
      entityType: auditLogs.entityType,
      entityId: auditLogs.entityId,
      createdAt: auditLogs.createdAt,
      details: sql<AuditDetails>`${auditLogs.details}`,
    })
    .from(auditLogs)
    .leftJoin(profiles, eq(profiles.id, auditLogs.userId))
    .where(subject ? hasIdIn(nearestAbout(subject)) : kinds ? hasIdIn(nearestOfKinds()) : isInSpan)
    .orderBy(order(auditLogs.id))
    .limit(limit)
  return isNewestFirst ? rows : rows.reverse()

  // The order of the index keeps the planner from a sequential scan.
  function nearestOfKinds() {
    const pairs = kinds?.map(({ entity, action }) => sql`(${entity}::text, ${action}::text)`) ?? []
    const row = sql`(${entityType}, ${action}, ${id})`
    const isRowInSpan = sql`${row} > (kind.entity, kind.action, ${above}::bigint) and ${row} < (kind.entity, kind.action, ${below}::bigint)`
    const columns = [...(user === undefined ? [] : [userId]), entityType, action, id].map(order)
    return sql`
      select near.id
      from (values ${sql.join(pairs, sql`, `)}) as kind (entity, action)
      cross join lateral (
        select ${id} from ${auditLogs}
        where ${and(isByActor, isRowInSpan, withinDays(query))}
        order by ${sql.join(columns, sql`, `)} limit ${limit}
      ) near
      order by ${order(sql`near.id`)} limit ${limit}`
  }

  function nearestAbout(person: SubjectPerson) {
    const isSelected = and(
      isByActor,
      query.action ? eq(action, query.action) : undefined,
      query.entity ? eq(entityType, query.entity) : undefined,
      isInSpan,
    )
    const entriesOfPerson = conditionsAboutPerson(person).map(
      (about) => sql`select * from ${auditLogs} where ${about}`,
    )
    // Materialized: else the planner reads every entry of the days.
    return sql`
      with audit_logs as materialized (${sql.join(entriesOfPerson, sql` union `)})
      select ${id} from audit_logs where ${isSelected} order by ${order(id)} limit ${limit}`
  }
}

const hasIdIn = (ids: SQL) => sql`${auditLogs.id} in (${ids})`

export type LogEntry = Awaited<ReturnType<typeof readEntries>>[number]

export async function entryById(_admin: Admin, id: number): Promise<LogEntry | undefined> {
  const [entry] = await readEntries(await scopeOf({}), {}, { before: id + 1 }, 1)
  return entry?.id === id ? entry : undefined
}

/** Turns the filters of the address into a query. `unmatched`: the filter that matches no person, and so no entry. */
export async function queryOf(
  admin: Admin,
  { utente, persona, azione, entita, dal, al }: LogFilters,
): Promise<LogQuery | { unmatched: 'utente' | 'persona' }> {
  const days = { from: dal || undefined, to: al || undefined }
  const query = { action: azione || undefined, entity: entita || undefined, ...days }
  const [user, subject] = await Promise.all([
    utente ? actorOf(utente) : undefined,
    persona ? findSubjectPerson(admin, persona) : undefined,
  ])
  if (utente && user === undefined) return { unmatched: 'utente' }
  if (persona && !subject) return { unmatched: 'persona' }
  return { ...query, ...(utente && { user }), ...(subject && { subject }) }
}

/**
 * Finds the actor whom a filter names by e-mail or id, a deleted account only by id, and returns the id; null for
 * `SYSTEM_NAME`, undefined for no match.
 */
async function actorOf(typed: string): Promise<string | null | undefined> {
  if (typed.toLowerCase() === SYSTEM_NAME.toLowerCase()) return null
  const [person] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(or(eq(profiles.id, typed), eq(profiles.email, normalEmail(typed))))
    .limit(1)
  if (person) return person.id
  const [entry] = await db
    .select({ id: auditLogs.userId })
    .from(auditLogs)
    .where(eq(auditLogs.userId, typed))
    .limit(1)
  return entry?.id ?? undefined
}
