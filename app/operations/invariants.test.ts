import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aFinishedCourse, issueAndDraw } from '../../tests/certificates'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../tests/world'
import { db } from '../database/client.server'
import {
  balances,
  bankLines,
  certificateNumbers,
  certificates,
  courseSeats,
  courses,
  decisions,
  dues,
  outgoingMail,
  payments,
  seatOffers,
  userCourses,
} from '../database/schema'
import { cancelEnrolment } from '../enrolments/leave/office.commands.server'
import { requestEnrolment } from '../enrolments/request/commands.server'
import { approveRequest } from '../enrolments/review/commands.server'
import { registerStatement } from '../payments/statements/commands.server'
import { brokenInvariants, checkInvariants } from './invariants.queries.server'

beforeEach(emptyDatabase)

async function aDecision() {
  const [admin, member, course] = [await anAdmin(), await aMember(), await aCourse()]
  await requestEnrolment(member, course.id)
  const [row] = await db.select().from(userCourses)
  await approveRequest(admin, row?.id ?? '')
  await db.insert(dues).values({ enrolmentId: row?.id ?? '', number: 9, dueOn: '2027-01-15', amount: 1 })
  return { admin, id: row?.id ?? '' }
}
/** To the person of the only enrolment, whose request is pending again. */
async function anOffer(facts: Partial<typeof seatOffers.$inferInsert> = {}) {
  const pending = { status: 'pending', approvedAt: null, approvedBy: null, admittedAt: new Date() } as const
  const [row] = await db.update(userCourses).set(pending).returning()
  if (!row) throw new Error('There is no enrolment')
  const { courseId, id: enrolmentId } = row
  await db
    .insert(seatOffers)
    .values({ courseId, enrolmentId, tokenHash: 'x', expiresAt: new Date(), ...facts })
}
const sentences = async () => (await brokenInvariants()).map(({ sentence }) => sentence)

test('what the commands leave breaks nothing', async () => {
  expect(await brokenInvariants()).toEqual([])
  const { admin, id } = await aDecision()
  await cancelEnrolment(admin, id, 'Chiuso')
  expect(await brokenInvariants()).toEqual([])
  await checkInvariants()
})

test.each<[string, () => Promise<unknown>]>([
  ['I posti e le persone in lista', () => db.update(courseSeats).set({ approved: 7 })],
  ['I posti e le persone in lista', () => db.update(courseSeats).set({ waiting: 7 })],
  ['I saldi delle iscrizioni', () => db.update(balances).set({ paid: 7 })],
  [
    'Un’iscrizione finita e non spostata',
    () => db.update(userCourses).set({ endedAt: new Date(), ending: 'cancelled_by_person' }),
  ],
  ['Chi ha accettato un posto', () => anOffer({ answeredAt: new Date(), answer: 'accepted' })],
  [
    'Nessun posto offerto in un’edizione annullata',
    async () => {
      await anOffer()
      await db.update(courses).set({ cancelledAt: new Date() })
    },
  ],
  [
    'Un’iscrizione spostata',
    () => db.update(userCourses).set({ endedAt: new Date(), ending: 'transferred' }),
  ],
  [
    'Nessuna email parte finché',
    () =>
      db
        .update(outgoingMail)
        .set({ sentAt: new Date(0) })
        .where(sql`decision_id is not null`),
  ],
  ['Nessuna email di una decisione ripristinata', () => db.update(decisions).set({ undoneAt: new Date() })],
  ['Nessuna iscrizione porta una decisione', () => db.update(decisions).set({ undoneAt: new Date() })],
])('it finds: %s', async (beginning, spoil) => {
  await aDecision()
  await spoil()
  expect((await sentences()).some((sentence) => sentence.startsWith(beginning))).toBe(true)
  await expect(checkInvariants()).rejects.toThrow(beginning)
})

test.each<[string, () => Promise<unknown>]>([
  ['I numeri degli attestati', () => db.update(certificates).set({ seq: 3 }).where(eq(certificates.seq, 1))],
  ['I numeri degli attestati', () => db.update(certificateNumbers).set({ last: 3 })],
  [
    'Nessun attestato valido',
    () => db.update(certificates).set({ documentId: null, issuedAt: sql`now() - interval '1 hour'` }),
  ],
  ['Chi ha un attestato valido', () => db.update(userCourses).set({ status: 'in_progress' })],
  ['Un attestato sostituito', () => db.update(certificates).set({ ending: 'replaced', endedAt: new Date() })],
])('it finds of attestati: %s', async (beginning, spoil) => {
  const { course, enrolments } = await aFinishedCourse(['ada', 'bea'])
  await issueAndDraw(await anAdmin(), course, enrolments)
  expect(await sentences()).toEqual([])
  await spoil()
  expect((await sentences()).some((sentence) => sentence.startsWith(beginning))).toBe(true)
})

test.each<[string, () => Promise<unknown>]>([
  ['I saldi delle iscrizioni', () => db.update(balances).set({ owed: 7 })],
  ['Nessun incasso di una decisione', () => db.update(decisions).set({ undoneAt: new Date() })],
  ['Ogni riga registrata', () => db.update(bankLines).set({ amount: 7 })],
  ['Ogni riga registrata', () => db.update(payments).set({ bankLineId: null })],
])('it finds of payments: %s', async (beginning, spoil) => {
  const { admin, id } = await aDecision()
  const [enrolment] = await db.select().from(userCourses).where(eq(userCourses.id, id))
  const line = { line: 2, day: inDays(-1), cents: 10_000, text: 'X', bankReference: null, ordinal: 1 }
  await registerStatement(admin, '', [{ line, reference: enrolment?.reference ?? 0 }])
  expect(await sentences()).toEqual([])
  await spoil()
  expect((await sentences()).some((sentence) => sentence.startsWith(beginning))).toBe(true)
})

test('it finds two live enrolments of a person in a course, where the index is gone', async () => {
  await aDecision()
  await db.execute(sql`drop index user_courses_one_live`)
  try {
    const [row] = await db.select().from(userCourses)
    if (row) await db.insert(userCourses).values({ ...row, id: randomUUID(), reference: undefined })
    expect(await sentences()).toContain('Una persona ha una sola iscrizione viva per corso')
  } finally {
    await db.delete(userCourses)
    await db.execute(
      sql`create unique index user_courses_one_live on user_courses (user_id, course_id) where ended_at is null`,
    )
  }
})
