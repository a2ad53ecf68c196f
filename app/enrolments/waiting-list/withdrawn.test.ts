/** Offers that can no longer be accepted: their people keep their places. */

import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { withUndo } from '../../../tests/decisions'
import { aVisitor } from '../../../tests/people'
import { aList, enrolmentOfPerson, freeSeat, kindsTo, offers, tokenFor } from '../../../tests/waiting'
import { emptyDatabase, inDays } from '../../../tests/world'
import { SYSTEM } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { courses, outgoingMail } from '../../database/schema'
import { postponeEdition } from '../../editions/commands.server'
import { approveRequest } from '../review/commands.server'
import { answerByLink } from './answer.commands.server'
import { endDueOffers, offerSeats } from './offers.commands.server'
import { offerSeatTo } from './office.commands.server'

beforeEach(emptyDatabase)

/** The text of the e-mail about a withdrawn offer. */
const withdrawnText = async () =>
  (await db.select().from(outgoingMail).where(eq(outgoingMail.kind, 'offer-withdrawn')))[0]?.text

test.each([{ comingSoon: true }, { draft: true }, { archivedAt: new Date() }])(
  'the offer of an edition that takes no requests any more is withdrawn at once: %j',
  async (facts) => {
    const { course, members } = await aList(['ada'])
    const [{ member, id }] = members as [(typeof members)[0]]
    await freeSeat(course)
    await offerSeats(SYSTEM)
    const { waitingSince } = (await enrolmentOfPerson(member, course)) ?? {}
    await db.update(courses).set(facts).where(eq(courses.id, course.id))
    expect(await endDueOffers(SYSTEM)).toBe(1)
    expect(await offers()).toMatchObject([{ answer: 'withdrawn' }])
    expect(await enrolmentOfPerson(member, course)).toMatchObject({ id, waitingSince })
    expect(await kindsTo(member)).toContain('offer-withdrawn')
    expect(await kindsTo(member)).not.toContain('offer-expired')
    const text = await withdrawnText()
    expect(text).toContain('questa edizione non prende più iscrizioni')
    expect(text).toContain('/corsi')
    expect(text).not.toContain('posto in lista')
    expect(await endDueOffers(SYSTEM)).toBe(0)
    await db.update(courses).set({ comingSoon: false, draft: false, archivedAt: null })
    expect(await offerSeats(SYSTEM)).toBe(1)
  },
)

const settle = () => db.execute(sql`update decisions set held_until = now()`)

/** An open offer; later decisions can be taken back. */
async function anOfferWithUndo() {
  withUndo()
  const { admin, course, members } = await aList(['ada'])
  await settle()
  const [ada] = members as [(typeof members)[0]]
  await freeSeat(course)
  await offerSeats(SYSTEM)
  return { admin, course, ...ada }
}

test('an offer that would end after the new start is withdrawn, once the new dates are settled', async () => {
  const { admin, course, member } = await anOfferWithUndo()
  const dates = { sessions: inDays(2), answerBy: inDays(1) }
  expect(await postponeEdition(admin, course.id, dates)).toMatchObject({ ok: true })
  expect(await endDueOffers(SYSTEM)).toBe(0)
  await settle()
  expect(await endDueOffers(SYSTEM)).toBe(1)
  expect(await kindsTo(member)).toContain('offer-withdrawn')
  expect(await withdrawnText()).toContain('Vedi il tuo posto in lista')
})

test('the link of a person whom the office has approved meanwhile says that the seat is theirs', async () => {
  const { admin, course, members } = await aList(['ada'])
  const [{ member, id }] = members as [(typeof members)[0]]
  await freeSeat(course)
  await offerSeats(SYSTEM)
  await approveRequest(admin, id)
  expect(await answerByLink(aVisitor(), await tokenFor(member), 'accept')).toMatchObject({
    refusal: 'seated',
  })
})

test('the reason of an offer out of turn goes with the request', async () => {
  const { admin, course, members } = await aList(['ada', 'bea'])
  const [, bea] = members as [unknown, (typeof members)[0]]
  await freeSeat(course)
  expect(await offerSeatTo(admin, bea.id, { reason: 'Bea lavora qui' })).toEqual({ ok: true })
  expect(await answerByLink(aVisitor(), await tokenFor(bea.member), 'decline')).toEqual({ ok: true })
  expect(await offers()).toMatchObject([{ answer: 'declined', enrolmentId: null, reason: null }])
})
