/** Which offers the schedule should make, from the lists as they should be and the seats counted anew. */
import { sql } from 'drizzle-orm'
import { db } from '../../app/database/client.server'
import { plusDays } from '../../app/italian/days'
import { today } from '../../app/runtime/clock'
import { Broken, takenSeats, type World } from './world'

type Edition = { id: string; seats: number | null; startDate: string }
type Waiting = { id: string; editionId: string }
type Expected = { edition: Edition; next: Waiting[] }

/** The order of those who could be offered a seat in each edition that has not begun. */
export async function expectedOffers({ places }: World): Promise<Expected[]> {
  const { rows: editions } = await db.execute<Edition>(sql`
    select id, max_partecipanti as seats, start_date as "startDate" from courses
    where start_date > ${today()} and cancelled_at is null`)
  const { rows: waiting } = await db.execute<Waiting>(sql`
    select w.id, w.course_id as "editionId" from user_courses w join courses c on c.id = w.course_id
    where w.status = 'pending' and w.ended_at is null and c.start_date > ${today()} and not exists (
      select from seat_offers offer where offer.enrolment_id = w.id and offer.answered_at is null)`)
  return editions.map((edition) => ({
    edition,
    next: places.inOrder(edition, waiting).filter(({ id }) => places.of(id).admitted),
  }))
}

/** Compares the offers of this moment with what was expected before. */
export async function checkOffers(world: World, expected: readonly Expected[]) {
  const { rows: made } = await db.execute<{ enrolment: string; editionId: string }>(sql`
    select offer.enrolment_id as enrolment, offer.course_id as "editionId" from seat_offers offer
    where offer.made_at = ${world.now} and offer.made_by is null`)
  const undoable = await undoableEditions(world)
  const taken = await takenSeats()

  for (const { edition, next } of expected) {
    const here = made.filter(({ editionId }) => editionId === edition.id)
    if (here.length > 0 && undoable.has(edition.id))
      throw new Broken('A seat was offered while a decision about its edition could still be undone')
    const offered = next.slice(0, here.length)
    if (here.some(({ enrolment }) => !next.some(({ id }) => id === enrolment)))
      throw new Broken('A seat was offered to somebody who was not to be offered one')
    if (offered.some(({ id }) => !here.some(({ enrolment }) => enrolment === id)))
      throw new Broken('Somebody was passed over when a seat was offered')
    const isFar = edition.startDate > plusDays(today(), 4)
    const free = (edition.seats || Number.POSITIVE_INFINITY) - (taken.get(edition.id) ?? 0)
    if (isFar && free > 0 && !undoable.has(edition.id) && next.length > here.length)
      throw new Broken('A free seat was not offered to the next of the list')
  }
  if (made.some(({ editionId }) => !expected.some(({ edition }) => edition.id === editionId)))
    throw new Broken('A seat of an edition that has begun or was cancelled was offered')
}

/** The editions of decisions that can still be undone. */
async function undoableEditions({ now }: World): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string | null }>(sql`
    select course_id as id from decisions where undone_at is null and held_until > ${now}
    union select about.course_id from decision_rows about join decisions on decisions.id = about.decision_id
      where undone_at is null and held_until > ${now}`)
  return new Set(rows.flatMap(({ id }) => id ?? []))
}
