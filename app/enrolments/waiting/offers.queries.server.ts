import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Admin, Member } from '../../accounts/rules'
import { db, type Transaction } from '../../database/client.server'
import { courses, isMoving, isOnListOf, offersTo, peopleNext } from '../../database/schema'
import { today } from '../../runtime/clock'
import { SEATED } from '../rules'
import { firstStart, placeOnListOf, takesRequests } from './queries.server'

type From = Transaction | typeof db

/** Published editions that take requests, have a free seat and somebody admitted on their list; `free`: about how many. */
export async function editionsToOffer(): Promise<{ courseId: string; free: number }[]> {
  const { rows } = await db.execute<{ courseId: string; free: number }>(sql`
    with homes as (select distinct w.course_id, w.any_edition from user_courses w
      where w.status = 'pending' and w.ended_at is null and w.waiting_since is not null and w.admitted_at is not null)
    select c.id as "courseId", coalesce(nullif(c.max_partecipanti, 0) - seats.taken, 1000)::int as free
    from courses c
    join (select course_id, approved + in_progress + completed + offered as taken from course_seats) seats
      on seats.course_id = c.id
    where c.id in (select course_id from homes union select edition.id from homes
        join courses home on home.id = homes.course_id join courses edition on edition.series_id = home.series_id
        where homes.any_edition)
      and ${takesRequests(sql`c`)} and not ${isMoving(sql`c.id`)}
      and (nullif(c.max_partecipanti, 0) is null or c.max_partecipanti > seats.taken)
    order by c.id`)
  return rows
}

const canBeUndone = sql`exists (select from decisions held
  where held.id = w.decision_id and held.undone_at is null and held.held_until > now())`

type Waiting = { id: string; person: string; admitted: boolean; offered: boolean; held: boolean }

/** The enrolments on the list of a course, in its order. `offered`: a seat in any edition; `held`: can still be undone. */
export async function listOf(from: From, courseId: string): Promise<Waiting[]> {
  const here = sql`${courseId}::uuid`
  const { rows } = await from.execute<Waiting>(sql`
    select w.id, w.user_id as person, w.admitted_at is not null as admitted, exists (select ${offersTo(here)}) as offered, ${canBeUndone} as held
    from user_courses w where ${isOnListOf(here)} order by ${placeOnListOf(here, 'w')}`)
  return rows
}

/** Whom the next free seats are offered to, in their order: each person once. */
export function nextOf(list: Waiting[]): string[] {
  const next = list.filter(({ admitted, offered, held }) => admitted && !offered && !held)
  return next
    .filter(({ person }, index) => next.findIndex((one) => one.person === person) === index)
    .map(({ id }) => id)
}

export type OfferToEnd = {
  id: string
  courseId: string
  enrolmentId: string | null
  answer: 'expired' | 'withdrawn'
}

/**
 * Open offers to end, all of them or one. `withdrawn`: they can no longer be accepted, because the edition takes no requests or
 * was separated from the one that was asked for, or its dates can still be taken back; they end after its start; or their person has an
 * older one in the course.
 */
export async function offersToEnd(from: From, one?: string): Promise<OfferToEnd[]> {
  const isSecond = sql`exists (select from seat_offers older join user_courses theirs on theirs.id = older.enrolment_id
    join courses edition on edition.id = older.course_id
    where older.answered_at is null and theirs.user_id = mine.user_id and edition.series_id = seat.series_id
      and (older.made_at, older.id) < (offer.made_at, offer.id))`
  const isGiven = sql`(${takesRequests(sql`seat`)} and coalesce(home.series_id = seat.series_id, true) and not ${isSecond}
    and (coalesce(extract(epoch from offer.expires_at) < ${firstStart(sql`seat.id`)}, true) or ${isMoving(sql`seat.id`)}))`
  const { rows } = await from.execute<OfferToEnd>(sql`
    select offer.id, offer.course_id as "courseId", offer.enrolment_id as "enrolmentId",
      case when ${isGiven} and not ${isMoving(sql`seat.id`)} then 'expired' else 'withdrawn' end as answer
    from seat_offers offer join courses seat on seat.id = offer.course_id
      left join user_courses mine on mine.id = offer.enrolment_id left join courses home on home.id = mine.course_id
    where offer.answered_at is null ${one ? sql`and offer.id = ${one}` : sql``}
      and (offer.expires_at <= clock_timestamp() or not ${isGiven})
    order by offer.expires_at`)
  return rows
}

/** The enrolments in other editions whose people are offered a seat of this one. */
export async function offeredFromElsewhere(from: From, courseId: string): Promise<string[]> {
  const { rows } = await from.execute<{ id: string }>(sql`
    select mine.id from seat_offers offer join user_courses mine on mine.id = offer.enrolment_id
      join courses home on home.id = mine.course_id join courses seat on seat.id = offer.course_id
        and seat.series_id = home.series_id
    where offer.course_id = ${courseId} and offer.answered_at is null and mine.course_id <> ${courseId}
      and mine.ended_at is null`)
  return rows.map(({ id }) => id)
}

export async function offeredElsewhere(courseId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select mine.id from seat_offers offer join user_courses mine on mine.id = offer.enrolment_id
    where mine.course_id = ${courseId} and offer.course_id <> ${courseId} and offer.answered_at is null`)
  return rows.map(({ id }) => id)
}

/** `next`: the enrolment that the next free seat is offered to; `reserved`: free seats that a decision can still take back. */
export async function turnsOf(_admin: Admin, courseId: string, asked: string | null) {
  const [list, reserved] = await Promise.all([listOf(db, courseId), undoableReleases(db, courseId)])
  return { next: nextOf(list)[0] ?? null, isInTurn: asked !== null && mayBeNext(list, asked), reserved }
}

/** Next of the admitted, or first of all, among people without an offer. */
export const mayBeNext = (list: Waiting[], id: string) =>
  nextOf(list)[0] === id || list.find(({ offered }) => !offered)?.id === id

/** People on the list before somebody (null: anonymous) who asks now: all of them, and those without an offer. */
export async function listBefore(person: { id: string } | null, courseId: string, from: From = db) {
  const here = sql`${courseId}::uuid`
  const { rows } = await from.execute<{ ahead: number; next: number }>(sql`
    select count(distinct w.user_id)::int as ahead,
      (count(distinct w.user_id) filter (where not exists (select ${offersTo(here)})))::int as next
    from user_courses w where ${isOnListOf(here)} and w.user_id <> ${person?.id ?? ''}`)
  return { ahead: 0, next: 0, ...rows[0] }
}

/** Other editions of the course that somebody can ask for and that have more free seats than people wait for, the next first. */
export async function freeEditions(member: Member, courseId: string) {
  const id = sql`edition.id`
  const { rows } = await db.execute<{ slug: string; startDate: string | null; place: string | null }>(sql`
    select edition.slug, edition.start_date as "startDate", edition.place
    from courses here join courses edition on edition.series_id = here.series_id and edition.id <> here.id
      join (select course_id, approved + in_progress + completed + offered as taken from course_seats) seats
        on seats.course_id = edition.id
    where here.id = ${courseId} and ${takesRequests(sql`edition`)}
      and coalesce(edition.start_date > ${today()}::date, true)
      and coalesce(nullif(edition.max_partecipanti, 0) - seats.taken - ${releasesOf(id)} > ${peopleNext(id, member)}, true)
      and not exists (select from user_courses mine
        where mine.user_id = ${member.id} and mine.course_id = edition.id and mine.ended_at is null)
    order by edition.start_date asc nulls last, edition.id`)
  return rows
}

/** When the first session begins; null without one. */
export async function startOf(courseId: string): Promise<Date | null> {
  const { rows } = await db.execute<{ seconds: number | null }>(sql`
    select ${firstStart(sql`${courseId}::uuid`)} as seconds`)
  const seconds = rows[0]?.seconds ?? null
  return seconds === null ? null : new Date(seconds * 1_000)
}

/** The new dates of a locked course can still be taken back. */
export async function isMovingNow(tx: Transaction, courseId: string): Promise<boolean> {
  return (await tx.$count(courses, and(eq(courses.id, courseId), isMoving(courses.id)))) > 0
}

/** Seats of a course that a decision has released and can still take back, offered ones included. */
export async function undoableReleases(from: From, courseId: string): Promise<number> {
  const { rows } = await from.execute<{ seats: number }>(
    sql`select ${releasesOf(sql`${courseId}::uuid`)} as seats`,
  )
  return rows[0]?.seats ?? 0
}

export function releasesOf(course: SQL): SQL {
  const held = sql`decision.undone_at is null and decision.held_until > now()`
  const isSeated = sql`(after.ended_at is null and after.status in ${[...SEATED]})`
  return sql`((select count(*) from decision_rows before join decisions decision on decision.id = before.decision_id and ${held}
        left join user_courses after on after.id = before.enrolment_id
        where before.course_id = ${course} and before.status in ${[...SEATED]}
          and not coalesce(${isSeated}, false))
      + (select count(*) from seat_offers offer join decisions decision on decision.id = offer.decision_id and ${held}
        left join user_courses mine on mine.id = offer.enrolment_id
        where offer.course_id = ${course} and offer.answer = 'withdrawn' and not exists (select from user_courses after
          where after.user_id = mine.user_id and after.course_id = offer.course_id and ${isSeated})))::int`
}
