/** Which offers the schedule should make, from the lists as they should be and the seats counted anew. */
import { sql } from 'drizzle-orm'
import { plusDays } from '../../app/content/seed/calendar'
import { db } from '../../app/database/client.server'
import { today } from '../../app/runtime/clock'
import { Broken, takenSeats, type World } from './world'

type Edition = { id: string; seriesId: string; seats: number | null; startDate: string }
type Waiting = { id: string; personId: string; editionId: string; seriesId: string }
type Expected = { edition: Edition; next: Waiting[] }

/** The order of those who could be offered a seat in each edition that has not begun. */
export async function expectedOffers(world: World): Promise<Expected[]> {
  const { rows: editions } = await db.execute<Edition>(sql`
    select id, series_id as "seriesId", max_partecipanti as seats, start_date as "startDate" from courses
    where start_date > ${today()} and cancelled_at is null`)
  const { rows } = await db.execute<Waiting & { isPending: boolean; offered: string | null }>(sql`
    select w.id, w.user_id as "personId", w.course_id as "editionId", c.series_id as "seriesId",
      w.status = 'pending' as "isPending", (select seat.series_id from seat_offers offer
        join courses seat on seat.id = offer.course_id where offer.enrolment_id = w.id and offer.answered_at is null) as offered
    from user_courses w join courses c on c.id = w.course_id
    where w.ended_at is null and c.series_id in (select series_id from courses where start_date > ${today()})`)
  const isIn = new Set(rows.map(({ personId, editionId }) => `${personId} ${editionId}`))
  const hasOffer = new Set(rows.flatMap(({ personId, offered }) => (offered ? `${personId} ${offered}` : [])))
  const waiting = rows.filter(({ isPending }) => isPending)
  return editions.map((edition) => {
    const comes = (each: Waiting) =>
      each.editionId === edition.id || !isIn.has(`${each.personId} ${edition.id}`)
    const next = world.places
      .inOrder(edition, waiting.filter(comes))
      .filter(
        ({ id, personId }) =>
          world.places.of(id).admitted && !hasOffer.has(`${personId} ${edition.seriesId}`),
      )
    return { edition, next }
  })
}

type Made = { enrolment: string; personId: string; editionId: string; seriesId: string }

/** Compares the offers of this moment with what was expected before. */
export async function checkOffers(world: World, expected: readonly Expected[]) {
  const { rows: made } = await db.execute<Made>(sql`
    select w.id as enrolment, w.user_id as "personId", offer.course_id as "editionId", c.series_id as "seriesId"
    from seat_offers offer join user_courses w on w.id = offer.enrolment_id join courses c on c.id = offer.course_id
    where offer.made_at = ${world.now} and offer.made_by is null`)
  const held = world.held.filter(({ until }) => until > world.now)
  const isHeld = (id: string) => held.some(({ enrolments }) => enrolments.includes(id))
  const hasNow = (each: Waiting, { seriesId }: Edition) =>
    made.some((offer) => offer.personId === each.personId && offer.seriesId === seriesId)
  const taken = await takenSeats()

  for (const { edition, next } of expected) {
    const here = made.filter(({ editionId }) => editionId === edition.id)
    const free = (edition.seats || Number.POSITIVE_INFINITY) - (taken.get(edition.id) ?? 0)
    if (here.length > 0) {
      const undoable = held.reduce((sum, { released }) => sum + (released.get(edition.id) ?? 0), 0)
      if (free - undoable < 0) throw new Broken('A seat was offered that a decision could still take back')
      const last = Math.max(...here.map(({ enrolment }) => next.findIndex(({ id }) => id === enrolment)))
      if (here.some(({ enrolment }) => !next.some(({ id }) => id === enrolment) || isHeld(enrolment)))
        throw new Broken('A seat was offered to somebody who was not to be offered one')
      const passed = next.slice(0, last).filter((each) => !hasNow(each, edition) && !isHeld(each.id))
      if (passed.length > 0) throw new Broken('Somebody was passed over when a seat was offered')
    }
    const isFar = edition.startDate > plusDays(today(), 4)
    const left = next.filter((each) => !hasNow(each, edition))
    if (isFar && free > 0 && held.length === 0 && left.length > 0)
      throw new Broken('A free seat was not offered to the next of the list')
  }
  if (made.some(({ editionId }) => !expected.some(({ edition }) => edition.id === editionId)))
    throw new Broken('A seat of an edition that has begun or was cancelled was offered')
}
