import { sql } from 'drizzle-orm'
import { isOffered, isOnWaitingListOf } from '../../courses/seats.sql'
import { type Database, db } from '../../database/client.server'

/**
 * What a waiting list is ordered by: people moved to the top, the last one first, then the time of waiting. `alias`: of
 * `user_courses`.
 */
export const waitingListOrder = (alias: string) =>
  sql.raw(`(-${alias}.priority, ${alias}.waiting_since, ${alias}.requested_at, ${alias}.id)`)

/** An enrolment on the list. `isOffered`: it has an open offer. */
type ListedEnrolment = { id: string; isAdmitted: boolean; isOffered: boolean }

/** The enrolments on the list of a course, in its order. */
export async function enrolmentsOnList(from: Database, courseId: string): Promise<ListedEnrolment[]> {
  const { rows } = await from.execute<ListedEnrolment>(sql`
    select w.id, w.admitted_at is not null as "isAdmitted", ${isOffered(sql`w`)} as "isOffered"
    from user_courses w where ${isOnWaitingListOf(sql`${courseId}::uuid`)} order by ${waitingListOrder('w')}`)
  return rows
}

/** The ids of the enrolments to which the next free seats are offered: the admitted ones without an offer, in order. */
export function idsInTurn(list: ListedEnrolment[]): string[] {
  return list.filter(({ isAdmitted, isOffered }) => isAdmitted && !isOffered).map(({ id }) => id)
}

/**
 * Whether the office may offer an enrolment a seat without a reason: among those without an offer it is the first
 * admitted one, or the first of all, admitted or not.
 */
export const isInTurn = (list: ListedEnrolment[], id: string) =>
  idsInTurn(list)[0] === id || list.find(({ isOffered }) => !isOffered)?.id === id

/**
 * How many people on the list of a course would be before somebody who asks now: `peopleAhead` all,
 * `peopleAwaitingOffer` those without an open offer. `person`: who asks, and is not counted; null: it is not known who.
 */
export async function countPeopleAhead(person: { id: string } | null, courseId: string, from: Database = db) {
  const { rows } = await from.execute<{ peopleAhead: number; peopleAwaitingOffer: number }>(sql`
    select count(*)::int as "peopleAhead", (count(*) filter (where not ${isOffered(sql`w`)}))::int as "peopleAwaitingOffer"
    from user_courses w where ${isOnWaitingListOf(sql`${courseId}::uuid`)} and w.user_id <> ${person?.id ?? ''}`)
  return { peopleAhead: 0, peopleAwaitingOffer: 0, ...rows[0] }
}
