/** Dues are written with every approval, and taken back with it; payments follow a move. */
import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { decisionOf, withUndo } from '../../../tests/decisions'
import { aVisitor } from '../../../tests/people'
import { aFreedSeat, enrolmentOfPerson, tokenFor } from '../../../tests/waiting'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../../tests/world'
import { type Member, SYSTEM } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { dues, payments } from '../../database/schema'
import { registerPayment } from '../../payments/commands.server'
import { undoDecision } from '../../undo/commands.server'
import { enrolPerson } from '../direct/enrol.commands.server'
import { cancelEnrolment, moveEnrolment } from '../leave/office.commands.server'
import { enrolSelf, requestEnrolment } from '../request/commands.server'
import { approveRequest, approveRequests } from '../review/commands.server'
import { answerByLink } from '../waiting-list/answer.commands.server'
import { offerSeats } from '../waiting-list/offers.commands.server'

beforeEach(emptyDatabase)
beforeEach(withUndo)

const INSTALMENTS = { price: 980, paymentInstallments: [490, 490] }
const edition = (facts: object = INSTALMENTS, days = 60) => aCourse(facts, [{ startDate: inDays(days) }])
const written = async (enrolmentId: string) =>
  (await db.select().from(dues).where(eq(dues.enrolmentId, enrolmentId)).orderBy(asc(dues.number))).map(
    ({ dueOn, amount }) => [dueOn, amount],
  )
const idOf = async (member: Member, course: { id: string }) =>
  (await enrolmentOfPerson(member, course))?.id ?? ''
const twoParts = [
  [inDays(7), 490],
  [inDays(59), 490],
]
async function pay(enrolmentId: string, amount: number) {
  const facts = { receivedOn: inDays(0), method: 'transfer' } as const
  await db.insert(payments).values({ id: randomUUID(), enrolmentId, amount, ...facts })
}
async function approved(course: { id: string }, name = 'ada') {
  const [admin, member] = [await anAdmin(`admin-${name}`), await aMember(name)]
  await requestEnrolment(member, course.id)
  const id = await idOf(member, course)
  return { admin, member, id, decision: decisionOf(await approveRequest(admin, id)) }
}

test('an approval writes the dues, and taking it back takes them back', async () => {
  const { admin, id, decision } = await approved(await edition())
  expect(await written(id)).toEqual(twoParts)
  expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
  expect(await written(id)).toEqual([])
  expect(await approveRequest(admin, id)).toMatchObject({ ok: true })
  expect(await written(id)).toEqual(twoParts)
})

test('an approval in bulk writes the dues of each, and nothing for a free course', async () => {
  const [admin, ada, bea] = [await anAdmin(), await aMember('ada'), await aMember('bea')]
  const [paying, free] = [await edition(), await edition({ price: 0 })]
  await requestEnrolment(ada, paying.id)
  await requestEnrolment(bea, free.id)
  const [first, second] = [await idOf(ada, paying), await idOf(bea, free)]
  await approveRequests(admin, [first, second])
  expect([await written(first), await written(second)]).toEqual([twoParts, []])
})

test('a direct enrolment, one of the office itself and an accepted offer write them too', async () => {
  const [admin, ada, course] = [await anAdmin(), await aMember(), await edition()]
  await enrolPerson(admin, ada.email, [course.id])
  expect(await written(await idOf(ada, course))).toEqual(twoParts)
  await enrolSelf(admin, course.id)
  expect(await written(await idOf(admin, course))).toEqual(twoParts)

  const { waiting } = await aFreedSeat(1, INSTALMENTS)
  await offerSeats(SYSTEM)
  for (const { member, id } of waiting) {
    expect(await answerByLink(aVisitor(), await tokenFor(member), 'accept')).toEqual({ ok: true })
    expect(await written(id)).toEqual(twoParts)
  }
})

test('an edition that waits for its minimum is due after the day of its confirmation', async () => {
  const waiting = { price: 100, minParticipants: 5, confirmBy: inDays(20) }
  const { id } = await approved(await edition(waiting))
  expect(await written(id)).toEqual([[inDays(27), 100]])
})

test('what was paid, and the reference, follow a move, and come back with it', async () => {
  const [from, to] = [await edition(), await edition({ price: 500 }, 90)]
  const { admin, member, id } = await approved(from)
  const before = await enrolmentOfPerson(member, from)
  await pay(id, 490)
  const moved = decisionOf(await moveEnrolment(admin, id, to.id))
  const there = await enrolmentOfPerson(member, to)
  expect(await written(there?.id ?? '')).toEqual([[inDays(7), 500]])
  expect(await db.select().from(payments)).toMatchObject([{ enrolmentId: there?.id, amount: 490 }])
  expect(there?.reference).toBe(before?.reference)
  await pay(there?.id ?? '', 10)

  expect(await undoDecision(admin, moved)).toMatchObject({ ok: true })
  const after = await enrolmentOfPerson(member, from)
  expect(after).toMatchObject({ id, reference: before?.reference })
  expect((await db.select().from(payments)).map(({ enrolmentId }) => enrolmentId)).toEqual([id, id])
  expect(await written(id)).toEqual(twoParts)
})

test('an approval stands once something is paid', async () => {
  const { admin, id, decision } = await approved(await edition())
  const payment = { cents: 49_000, receivedOn: inDays(0), method: 'transfer' as const, note: null }
  await registerPayment(admin, id, payment, { key: randomUUID(), seenPaid: 0 })
  expect(await undoDecision(admin, decision)).toMatchObject({ ok: false, refusal: 'changed' })
  expect(await written(id)).toEqual(twoParts)
})

test('an enrolment that ends keeps its dues, for the day on which the end is taken back', async () => {
  const { admin, id } = await approved(await edition())
  const ended = decisionOf(await cancelEnrolment(admin, id, 'Chiuso'))
  expect(await written(id)).toEqual(twoParts)
  await undoDecision(admin, ended)
  expect(await written(id)).toEqual(twoParts)
})
