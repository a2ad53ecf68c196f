/** The same statement is registered by two colleagues in the same instant. On a server: on several connections. */
import { beforeEach, expect, test } from 'vitest'
import { atOnce, controlled, expectToNeedLocks } from '../../../tests/unlocked'
import { enrolmentOfPerson } from '../../../tests/waiting'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../../tests/world'
import { db } from '../../database/client.server'
import { bankLines, payments } from '../../database/schema'
import { requestEnrolment } from '../../enrolments/request/commands.server'
import { approveRequest } from '../../enrolments/review/commands.server'
import { brokenInvariants } from '../../operations/invariants.queries.server'
import { registerStatement } from './commands.server'

beforeEach(emptyDatabase)

const LINES = 20

const LOCKED = {
  'the lines that two people have matched with different enrolments are paid once': async () => {
    const [anna, bruno] = [await anAdmin('anna'), await anAdmin('bruno')]
    const course = await aCourse({ price: 980 }, [{ startDate: inDays(60) }])
    const references: number[] = []
    for (const name of ['ada', 'bea']) {
      const member = await aMember(name)
      await requestEnrolment(member, course.id)
      const request = await enrolmentOfPerson(member, course)
      await approveRequest(anna, request?.id ?? '')
      references.push(request?.reference ?? 0)
    }
    const bookings = (reference = 0) =>
      Array.from({ length: LINES }, (_, place) => ({
        line: {
          line: place,
          day: inDays(-1),
          cents: 1_000 + place,
          text: 'X',
          bankReference: null,
          ordinal: 1,
        },
        reference,
      }))
    // Each has matched the lines with another person.
    const outcomes = await atOnce([
      registerStatement(anna, '', bookings(references[0])),
      registerStatement(bruno, '', bookings(references[1])),
    ])
    expect(outcomes.map((outcome) => outcome.ok && outcome.registeredCount).toSorted()).toEqual(
      [0, LINES].toSorted(),
    )
    expect([await db.$count(payments), await db.$count(bankLines)]).toEqual([LINES, LINES])
    expect(await brokenInvariants()).toEqual([])
  },
}

test.each(Object.entries(LOCKED))('%s', (_what, holds) => holds())

test.each(controlled(LOCKED))('the control, without the lock: %s fails', (_what, holds) =>
  expectToNeedLocks(holds),
)
