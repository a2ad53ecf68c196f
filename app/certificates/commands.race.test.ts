/**
 * What must hold when attestati are issued, drawn and taken back in the same instant. On a server: on several
 * connections.
 */
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { certificateRowsNow } from '../../tests/certificates'
import { withUndo } from '../../tests/decisions'
import { emptyFolder } from '../../tests/files'
import { atOnce, controlled, expectToNeedLocks } from '../../tests/unlocked'
import { aCourse, anAdmin, decided, emptyDatabase, inDays } from '../../tests/world'
import { SYSTEM } from '../accounts/rules'
import { db } from '../database/client.server'
import {
  attendance,
  certificateNumbers,
  certificates,
  outgoingMail,
  personalDocuments,
  profiles,
  userCourses,
} from '../database/schema'
import { reopenRegister } from '../enrolments/attendance/commands.server'
import { markEnrolment } from '../enrolments/review/commands.server'
import { brokenInvariants } from '../operations/invariants.queries.server'
import { undoDecision } from '../undo/commands.server'
import { issueCertificates } from './commands.server'
import { drawCertificates } from './draw.commands.server'

beforeEach(async () => {
  await emptyDatabase()
  emptyFolder()
  withUndo()
})

const CROWD = 200

/** A finished edition whose people may all have an attestato. */
async function anEdition(name: string, people: number) {
  const course = await aCourse({ title: name, maxPartecipanti: 0 }, [
    { startDate: inDays(-9), startTime: '09:00', endTime: '18:00', hours: 8, closedAt: new Date() },
  ])
  const members = Array.from({ length: people }, (_, i) => ({
    id: `${name}-${i}`,
    email: `${name}-${i}@example.it`,
    emailVerified: true,
    firstName: name,
    lastName: `Prova ${i}`,
  }))
  await db.insert(profiles).values(members)
  const rows = await db
    .insert(userCourses)
    .values(members.map(({ id }) => ({ userId: id, courseId: course.id, ...decided('completed') })))
    .returning({ id: userCourses.id })
  const enrolments = rows.map(({ id }) => id)
  await db
    .insert(attendance)
    .values(enrolments.map((id) => ({ courseId: course.id, lesson: 1, enrolmentId: id, minutes: 480 })))
  return { course, enrolments }
}

const numbers = async () => (await certificateRowsNow()).map(({ seq }) => seq)
const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)

const LOCKED: Record<string, () => Promise<void>> = {
  'issuing and taking the completion back at once is one of them': async () => {
    for (let round = 0; round < 15; round++) {
      await emptyDatabase()
      const admin = await anAdmin()
      const { course, enrolments } = await anEdition('uno', 1)
      const [enrolment = ''] = enrolments
      await atOnce<unknown>([
        issueCertificates(admin, course.id, enrolments),
        markEnrolment(admin, enrolment, 'uncomplete'),
      ])
      expect(await brokenInvariants()).toEqual([])
    }
  },
}

test('two who issue two hundred each at once leave no gap and give no number twice', async () => {
  const admin = await anAdmin()
  const editions = [await anEdition('uno', CROWD), await anEdition('due', CROWD)]
  const issued = await atOnce(
    editions.map(({ course, enrolments }) => issueCertificates(admin, course.id, enrolments)),
  )
  expect(issued.map((outcome) => outcome.numbers.length)).toEqual([CROWD, CROWD])
  expect(await numbers()).toEqual(upTo(2 * CROWD))
  expect(await db.select().from(certificateNumbers)).toMatchObject([{ last: 2 * CROWD }])
})

test.each(Object.entries(LOCKED))('%s', (_what, holds) => holds())

test.each(controlled(LOCKED))('the control, without the lock: %s fails', (_what, holds) =>
  expectToNeedLocks(holds),
)

test('issuing, drawing and taking back at once leave no file without an attestato, and no gap', async () => {
  const admin = await anAdmin()
  const editions = await Promise.all(['uno', 'due', 'tre', 'quattro'].map((name) => anEdition(name, 5)))
  const issued: string[] = []
  for (const { course, enrolments } of editions)
    issued.push((await issueCertificates(admin, course.id, enrolments)).decision ?? '')
  await atOnce<unknown>([
    drawCertificates(SYSTEM),
    undoDecision(admin, issued[1] ?? ''),
    drawCertificates(SYSTEM),
    undoDecision(admin, issued[3] ?? ''),
    ...editions.map(({ course }) => reopenRegister(admin, course.id, 1, 'prova')),
  ])
  await drawCertificates(SYSTEM)
  expect(await brokenInvariants()).toEqual([])
  const rows = await certificateRowsNow()
  const valid = rows.filter(({ ending }) => ending === null)
  expect(valid).toHaveLength(10)
  expect(valid.every(({ documentId }) => documentId !== null)).toBe(true)
  expect(await db.$count(outgoingMail)).toBe(10)
  expect(await db.$count(personalDocuments, sql`deleted_at is null`)).toBe(10)
  expect(await numbers()).toEqual(upTo(rows.length))
})

test('the same people issued twice at once get one attestato each', async () => {
  const admin = await anAdmin()
  const { course, enrolments } = await anEdition('uno', 20)
  const issued = await atOnce([
    issueCertificates(admin, course.id, enrolments),
    issueCertificates(admin, course.id, enrolments.toReversed()),
  ])
  expect(issued.flatMap((outcome) => outcome.numbers)).toHaveLength(20)
  expect(await numbers()).toEqual(upTo(20))
  expect(await db.$count(certificates, eq(certificates.seq, 21))).toBe(0)
})
