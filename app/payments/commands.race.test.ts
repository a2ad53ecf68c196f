/** Payments of one enrolment in the same instant. On a server: on several connections. */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { decisionOf, withUndo } from '../../tests/decisions'
import { atOnce, controlled, expectToNeedLocks } from '../../tests/unlocked'
import { enrolmentOfPerson } from '../../tests/waiting'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../tests/world'
import { db } from '../database/client.server'
import { payments } from '../database/schema'
import { requestEnrolment } from '../enrolments/request/commands.server'
import { approveRequest } from '../enrolments/review/commands.server'
import { brokenInvariants } from '../operations/invariants.queries.server'
import { undoDecision } from '../undo/commands.server'
import { registerPayment } from './commands.server'

beforeEach(emptyDatabase)
beforeEach(withUndo)

const COLLEAGUES = 6

async function anEnrolment() {
  const [office, member] = [await anAdmin(), await aMember()]
  const course = await aCourse({ price: 980 }, [{ startDate: inDays(60) }])
  await requestEnrolment(member, course.id)
  const id = (await enrolmentOfPerson(member, course))?.id ?? ''
  await approveRequest(office, id)
  const pay = (cents: number, seenPaid: number) =>
    registerPayment(
      office,
      id,
      { cents, receivedOn: inDays(0), method: 'cash', note: null },
      { key: randomUUID(), seenPaid },
    )
  return { office, pay }
}
const amounts = async () => (await db.select().from(payments)).map(({ amount }) => amount)

const LOCKED = {
  'of colleagues who register the same payment one does, and the others are asked': async () => {
    const { pay } = await anEnrolment()
    const outcomes = await atOnce(Array.from({ length: COLLEAGUES }, () => pay(49_000, 0)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await amounts()).toEqual([490])
    expect(await brokenInvariants()).toEqual([])
  },
  'two payments while the first one is taken back: each sees what was paid before it': async () => {
    const { office, pay } = await anEnrolment()
    const first = decisionOf(await pay(49_000, 0))
    const [undone, ...outcomes] = await atOnce<{ ok: boolean }>([
      undoDecision(office, first),
      // The forms were made with the first payment, and without any.
      ...Array.from({ length: COLLEAGUES }, (_, place) => pay(10_000, place % 2 ? 0 : 49_000)),
    ])
    const done = outcomes.filter(({ ok }) => ok).length
    const paid = await amounts()
    expect(paid.filter((amount) => amount === 490)).toHaveLength(undone?.ok ? 0 : 1)
    expect(paid.filter((amount) => amount === 100)).toHaveLength(done)
    // The first that is registered is one that no other form knows.
    expect(done).toBe(1)
    expect(await brokenInvariants()).toEqual([])
  },
}

test.each(Object.entries(LOCKED))('%s', (_what, holds) => holds())

test.each(controlled(LOCKED))('the control, without the lock: %s fails', (_what, holds) =>
  expectToNeedLocks(holds),
)
