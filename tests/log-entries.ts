/** Audit entries and the expected pages. */
import { expect } from 'vitest'
import type { Admin } from '../app/accounts/rules'
import { type LogQuery, logPage } from '../app/audit/queries.server'
import { db } from '../app/database/client.server'
import { auditLogs } from '../app/database/schema'

export type Fact = Partial<typeof auditLogs.$inferInsert>
export const actions = ['create', 'update', 'delete'] as const
const kinds = ['courses', 'profiles', 'mai_vista'] as const

/** By time; one third of a kind. */
export async function someEntries(many: number, fact: (i: number) => Fact = () => ({})) {
  const rows = Array.from({ length: many }, (_, i) => ({
    userId: i % 4 === 0 ? null : `p${i % 4}`,
    action: actions[i % 3] ?? 'create',
    entityType: kinds[i % 5] ?? 'user_courses',
    entityId: String(i),
    ...fact(i),
  }))
  await db.insert(auditLogs).values(rows)
  return rows
}

export const numbers = (entries: { entityId: string }[]) => entries.map(({ entityId }) => Number(entityId))

/** The matching entries without indexes, newest first. */
export function expected(rows: Awaited<ReturnType<typeof someEntries>>, { user, action, entity }: LogQuery) {
  return rows
    .filter((row) => user === undefined || row.userId === user)
    .filter((row) => (action ?? row.action) === row.action && (entity ?? row.entityType) === row.entityType)
    .map(({ entityId }) => Number(entityId))
    .reverse()
}

/** Pages from newest to oldest, and back. */
export async function readThereAndBack(admin: Admin, query: LogQuery) {
  const pages = [await logPage(admin, query)]
  for (let older = pages[0]?.older; older !== undefined; older = pages.at(-1)?.older)
    pages.push(await logPage(admin, query, { before: older }))
  expect(pages[0]?.newer).toBeUndefined()
  let page = pages.at(-1)
  for (const before of pages.slice(0, -1).toReversed()) {
    page = await logPage(admin, query, { after: page?.newer ?? 0 })
    expect(numbers(page.entries), JSON.stringify(query)).toEqual(numbers(before.entries))
  }
  return pages.flatMap(({ entries }) => numbers(entries))
}
