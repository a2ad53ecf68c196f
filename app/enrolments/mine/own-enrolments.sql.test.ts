/**
 * What the office can still take back has not happened yet for the person: their pages and the e-mail tell it together.
 */
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { decisionOf, settleDecisions, withUndo } from '../../../tests/decisions'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../../tests/world'
import type { Admin, Member } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { courses, decisions, userCourses } from '../../database/schema'
import { cancelEdition, confirmEdition, postponeEdition } from '../../editions/commands.server'
import { undoDecision } from '../../undo/commands.server'
import { enrolPerson } from '../direct/enrol.commands.server'
import { cancelEnrolment, moveEnrolment } from '../leave/office.commands.server'
import { explainEnrolmentRefusal } from '../refusals.rules'
import { requestEnrolment } from '../request/commands.server'
import {
  admitRequest,
  approveRequest,
  markEnrolment,
  rejectRequest,
  reopenRequest,
} from '../review/commands.server'
import type { EnrolmentOutcome, EnrolmentState } from '../rules'
import { enrolmentStatus } from './enrolment-status'
import { enrolmentState, enrolmentsOf, requestRefusalFor } from './queries.server'

beforeEach(emptyDatabase)
beforeEach(withUndo)

type Setting = { admin: Admin; ada: Member; id: string; course: string; other: string }

async function anEnrolment(status: EnrolmentState): Promise<Setting> {
  const [admin, ada] = [await anAdmin(), await aMember()]
  const course = await aCourse({ minParticipants: 3 }, [{ startDate: inDays(9) }])
  const other = await aCourse({ seriesId: course.seriesId }, [{ startDate: inDays(30) }])
  const [row] = await db
    .insert(userCourses)
    .values({
      ...{ userId: ada.id, courseId: course.id, ...decided(status) },
      waitingSince: status === 'pending' ? new Date() : null,
    })
    .returning()
  return { admin, ada, id: row?.id ?? '', course: course.id, other: other.id }
}

const read = async (ada: Member) =>
  (await enrolmentsOf(ada)).map((enrolment) => [
    enrolmentStatus(enrolment).label,
    enrolmentStatus(enrolment).kind,
  ])

const ACTS: [
  string,
  EnrolmentState,
  (setting: Setting) => Promise<EnrolmentOutcome<{ decision: string }>>,
  before: string[][],
  after: string[][],
][] = [
  [
    'an approval',
    'pending',
    ({ admin, id }) => approveRequest(admin, id),
    [['In attesa', 'updating']],
    [['Approvato', 'conditional']],
  ],
  [
    'an admission to the waiting list',
    'pending',
    ({ admin, id }) => admitRequest(admin, id),
    [['In attesa', 'updating']],
    [['In attesa', 'listed']],
  ],
  [
    'a refusal',
    'pending',
    ({ admin, id }) => rejectRequest(admin, id, 'No'),
    [['In attesa', 'updating']],
    [['Rifiutato', 'rejected']],
  ],
  [
    'a reopening',
    'rejected',
    ({ admin, id }) => reopenRequest(admin, id),
    [['Rifiutato', 'updating']],
    [['In attesa', 'pending']],
  ],
  [
    'a completion',
    'in_progress',
    ({ admin, id }) => markEnrolment(admin, id, 'complete', { isEarlyConfirmed: true }),
    [['In corso', 'updating']],
    [['Completato', 'completed']],
  ],
  [
    'a cancellation',
    'approved',
    ({ admin, id }) => cancelEnrolment(admin, id, 'Chiuso'),
    [['Approvato', 'updating']],
    [['Disdetta', 'cancelled_by_office']],
  ],
  [
    'a move',
    'approved',
    ({ admin, id, other }) => moveEnrolment(admin, id, other),
    [['Approvato', 'updating']],
    [
      ['Approvato', 'seated'],
      ['Spostata', 'transferred'],
    ],
  ],
]

test.each(ACTS)(
  '%s is told once it can no longer be taken back',
  async (_what, status, act, before, after) => {
    const setting = await anEnrolment(status)
    const [shown] = await enrolmentsOf(setting.ada)
    const decision = decisionOf(await act(setting))
    expect(decision).not.toBe('')
    expect(await read(setting.ada)).toEqual(before)
    expect(await enrolmentState(setting.ada, setting.course)).toBe(status)

    expect(await undoDecision(setting.admin, decision)).toMatchObject({ ok: true })
    expect(await enrolmentsOf(setting.ada)).toEqual([shown])

    await act(setting)
    await settleDecisions()
    expect((await read(setting.ada)).sort()).toEqual(after.sort())
  },
)

test('of several decisions the person reads what was before the first that can be taken back', async () => {
  const { admin, ada, id } = await anEnrolment('pending')
  const approval = decisionOf(await approveRequest(admin, id))
  await cancelEnrolment(admin, id, 'Chiuso')
  expect(await read(ada)).toEqual([['In attesa', 'updating']])
  await db.update(decisions).set({ heldUntil: sql`now()` }).where(eq(decisions.id, approval))
  expect(await read(ada)).toEqual([['Approvato', 'updating']])
})

test('an enrolment by the office is not there before it is certain', async () => {
  const [admin, ada, course] = [await anAdmin(), await aMember(), await aCourse()]
  await enrolPerson(admin, ada.email, [course.id])
  expect(await enrolmentsOf(ada)).toEqual([])
  expect(await enrolmentState(ada, course.id)).toBeNull()
  await settleDecisions()
  expect(await read(ada)).toEqual([['Approvato', 'seated']])
})

test('what is decided about an edition is told to its people once it is certain', async () => {
  const { admin, ada, course } = await anEnrolment('approved')
  const kindNow = async () => (await read(ada))[0]?.[1]
  const undone = async (decided: { ok: true; decision: string } | { ok: false }) =>
    expect(await undoDecision(admin, decisionOf(decided))).toMatchObject({ ok: true })

  const confirmed = await confirmEdition(admin, course)
  expect(await kindNow()).toBe('conditional')
  await undone(confirmed)

  const moved = await postponeEdition(admin, course, { sessions: inDays(40), answerBy: inDays(3) })
  expect((await enrolmentsOf(ada))[0]).toMatchObject({
    hasOpenPostponement: true,
    nextSession: null,
    course: { startDate: inDays(9) },
  })
  expect(await kindNow()).toBe('moving')
  await undone(moved)

  const [{ title = '' } = {}] = await db.select().from(courses).where(eq(courses.id, course))
  await cancelEdition(admin, course, { title, reason: 'Pochi iscritti' })
  expect(await read(ada)).toEqual([['Approvato', 'updating']])
  expect((await enrolmentsOf(ada))[0]).toMatchObject({ group: 'now', course: { state: 'available' } })
  await settleDecisions()
  expect(await read(ada)).toEqual([['Edizione annullata', 'edition_cancelled']])
})

test('who asks again meanwhile is told what they know', async () => {
  const { admin, ada, course, id } = await anEnrolment('pending')
  const existing = async (courseId: string) => {
    const asked = await requestEnrolment(ada, courseId)
    return asked.ok ? '' : explainEnrolmentRefusal(await requestRefusalFor(ada, courseId, asked))
  }
  await approveRequest(admin, id)
  expect(await existing(course)).toBe('La tua richiesta è in attesa di approvazione')
  const other = await aCourse()
  await enrolPerson(admin, ada.email, [other.id])
  expect(await existing(other.id)).toContain('La segreteria sta aggiornando questa iscrizione')
  await settleDecisions()
  for (const courseId of [course, other.id])
    expect(await existing(courseId)).toBe('Sei già iscritto a questo corso')
})
