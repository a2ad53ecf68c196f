import { sql } from 'drizzle-orm'
import { isOffered, isOnWaitingListOf } from '../../courses/seats.sql'
import { db, type Transaction } from '../../database/client.server'

type From = Transaction | typeof db

/**
 * What a waiting list is ordered by: people moved to the top, the last one first, then the time of waiting.
 * `row`: an alias of `user_courses`.
 */
export const waitingListOrder = (row: string) =>
  sql.raw(`(-${row}.priority, ${row}.waiting_since, ${row}.requested_at, ${row}.id)`)

/** An enrolment on the list. `offered`: it has an open offer. */
type ListedEnrolment = { id: string; admitted: boolean; offered: boolean }

/** The enrolments on the list of a course, in its order. */
export async function enrolmentsOnList(from: From, courseId: string): Promise<ListedEnrolment[]> {
  const { rows } = await from.execute<ListedEnrolment>(sql`
    select w.id, w.admitted_at is not null as admitted, ${isOffered(sql`w`)} as offered
    from user_courses w where ${isOnWaitingListOf(sql`${courseId}::uuid`)} order by ${waitingListOrder('w')}`)
  return rows
}

/** The enrolments to which the next free seats are offered: admitted, without an offer, in the order of the list. */
export function idsInTurn(list: ListedEnrolment[]): string[] {
  return list.filter(({ admitted, offered }) => admitted && !offered).map(({ id }) => id)
}

/**
 * Whether it is the turn of an enrolment: among those without an offer it is the first admitted one, or the first of
 * all.
 */
export const isInTurn = (list: ListedEnrolment[], id: string) =>
  idsInTurn(list)[0] === id || list.find(({ offered }) => !offered)?.id === id

/**
 * How many people on the list of a course would be before somebody who asks now: `ahead` all, `next` those without an
 * open offer. `person`: who asks, and is not counted; null: it is not known who.
 */
export async function countPeopleAhead(person: { id: string } | null, courseId: string, from: From = db) {
  const { rows } = await from.execute<{ ahead: number; next: number }>(sql`
    select count(*)::int as ahead, (count(*) filter (where not ${isOffered(sql`w`)}))::int as next
    from user_courses w where ${isOnWaitingListOf(sql`${courseId}::uuid`)} and w.user_id <> ${person?.id ?? ''}`)
  return { ahead: 0, next: 0, ...rows[0] }
}
