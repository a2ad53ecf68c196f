import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Member } from '../../accounts/rules'
import { priceOn } from '../../courses/price.rules'
import { seatsLeft } from '../../courses/rules'
import { peopleAwaitingOffer, seatsTaken } from '../../courses/seats.sql'
import { db } from '../../database/client.server'
import { courses } from '../../database/schema'
import { today } from '../../runtime/clock'
import { mayMoveOwn } from '../end.rules'
import type { Enrolment } from '../mine/queries.server'
import { ownRefundToday } from '../refund.queries.server'
import { cancellationCostInWords, ownRefundInWords, type RefundGround } from '../refund.rules'
import { isRequestableBy } from '../waiting-list/queries.server'
import { mustWait } from '../waiting-list.rules'

/**
 * Tells a member in sentences what they would get back if they cancelled this enrolment today. `newDatesDeadline`: if
 * there is one, they are asked about new dates, so that cancelling is free. `price`: in euros, null if it is not known;
 * `ground`: decides the refund; undefined for the ground of today.
 */
export async function refundIfCancelledInWords(
  _member: Member,
  { id, course, price, newDatesDeadline }: Pick<Enrolment, 'id' | 'course' | 'price' | 'newDatesDeadline'>,
  ground?: RefundGround,
): Promise<string> {
  const refund = await ownRefundToday(id, ground)
  if (newDatesDeadline)
    return ['Le date sono cambiate: disdici senza costi.', refund && ownRefundInWords(refund)]
      .filter(Boolean)
      .join(' ')
  if (refund) return ownRefundInWords(refund)
  return price === 0 ? 'Disdire non costa nulla.' : cancellationCostInWords(course, today())
}

/**
 * The editions of the same course to which a member with an approved seat may move by themselves, the earliest first.
 * `peopleAwaitingOffer`: how many other people wait there without an offer; `price`: what the member would pay there.
 */
export async function editionsForOwnMove(
  member: Member,
  { course, requestedAt }: Pick<Enrolment, 'course' | 'requestedAt'>,
) {
  const { id, startDate, place, seriesId, maxPartecipanti, price, priceEarlyBird, earlyBirdUntil } = courses
  const rows = await db
    .select({
      id,
      startDate,
      place,
      seriesId,
      maxPartecipanti,
      prices: { price, priceEarlyBird, earlyBirdUntil },
      seatsTaken,
      peopleAwaitingOffer: peopleAwaitingOffer(sql`${courses}.id`, member),
    })
    .from(courses)
    .where(and(eq(seriesId, course.seriesId), ne(id, course.id), isRequestableBy(sql`${courses}`, member)))
    .orderBy(sql`${startDate} asc nulls last`, asc(id))
  const day = today()
  return rows
    .filter(
      (edition) =>
        mayMoveOwn('approved', course, edition, day).ok &&
        !mustWait(seatsLeft(edition, edition.seatsTaken), edition.peopleAwaitingOffer),
    )
    .map(({ prices, ...edition }) => ({ ...edition, price: priceOn(prices, today(requestedAt)) }))
}
