/** What must hold when a decision, its undoing, its e-mails and its people meet. */
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { decisionOf, withUndo } from '../../tests/decisions'
import { controlled, expectToNeedLocks } from '../../tests/unlocked'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../tests/world'
import { db } from '../database/client.server'
import { outgoingMail, userCourses } from '../database/schema'
import { cancelOwnEnrolment } from '../enrolments/leave/commands.server'
import { moveEnrolment } from '../enrolments/leave/office.commands.server'
import { approveRequest } from '../enrolments/review/commands.server'
import { runMailSender } from '../mail/sender.server'
import { undoDecision } from './commands.server'

beforeEach(emptyDatabase)
beforeEach(withUndo)

const CROWD = 50
const ROUNDS = 15
const accepted = (outcomes: { ok: boolean }[]) => outcomes.filter(({ ok }) => ok).length

async function anApproval() {
  const admin = await anAdmin()
  const [member, course] = [await aMember(), await aCourse({}, [{ startDate: inDays(9) }])]
  const [row] = await db.insert(userCourses).values({ userId: member.id, courseId: course.id }).returning()
  const approved = await approveRequest(admin, row?.id ?? '')
  return { admin, member, id: row?.id ?? '', decision: decisionOf(approved) }
}

/** What must hold because of a lock. */
const LOCKED: Record<string, () => Promise<void>> = {
  'of fifty people moved at once to the last seat, one arrives': async () => {
    const admin = await anAdmin()
    const [from, to] = [await aCourse({ maxPartecipanti: 0 }), await aCourse({ maxPartecipanti: 1 })]
    const people = await Promise.all(Array.from({ length: CROWD }, (_, i) => aMember(`persona${i}`)))
    const links = people.map(({ id }) => ({ userId: id, courseId: from.id, ...decided('approved') }))
    const rows = await db.insert(userCourses).values(links).returning()
    const moved = await atOnce(rows.map(({ id }) => moveEnrolment(admin, id, to.id)))
    expect(accepted(moved)).toBe(1)
    expect(await db.$count(userCourses, eq(userCourses.courseId, to.id))).toBe(1)
  },

  'undoing and cancelling at once is one of them': async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await emptyDatabase()
      const { admin, member, id, decision } = await anApproval()
      const outcomes = await atOnce<{ ok: boolean }>([
        undoDecision(admin, decision),
        cancelOwnEnrolment(member, id),
      ])
      expect(accepted(outcomes)).toBe(1)
    }
  },

  'an e-mail of an undone decision never leaves': async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await emptyDatabase()
      const { admin, decision } = await anApproval()
      await db.update(outgoingMail).set({ dueAt: new Date() })
      let sent = 0
      const undoing = undoDecision(admin, decision)
      await pause(round)
      const sender = runMailSender(
        async () => {
          sent += 1
          return 'sent'
        },
        { poll: 1 },
      )
      const undone = await undoing
      await sender.stop()
      expect(undone.ok ? sent : 0).toBe(0)
    }
  },
}

test.each(Object.entries(LOCKED))('%s', (_what, holds) => holds())

test.each(controlled(LOCKED))('the control, without the lock: %s fails', (_what, holds) =>
  expectToNeedLocks(holds),
)

test('people who change places at once cause no deadlock', async () => {
  const admin = await anAdmin()
  const [first, second] = [await aCourse({ maxPartecipanti: 0 }), await aCourse({ maxPartecipanti: 0 })]
  const places = Array.from({ length: 20 }, (_, i) => (i % 2 ? [first.id, second.id] : [second.id, first.id]))
  const moves = await Promise.all(
    places.map(async ([from = '', to = ''], i) => {
      const { id } = await aMember(`persona${i}`)
      const values = { userId: id, courseId: from, ...decided('approved') }
      const [row] = await db.insert(userCourses).values(values).returning()
      return () => moveEnrolment(admin, row?.id ?? '', to)
    }),
  )
  expect(accepted(await atOnce(moves.map((move) => move())))).toBe(20)
})

/** All results, once everything has come to an end. */
async function atOnce<Result>(works: Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(works)
  return Promise.all(works)
}
