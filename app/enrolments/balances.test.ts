import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { anOwing, dueFell } from '../../tests/payments'
import { emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { payments, userCourses } from '../database/schema'
import { possibleRecipientsOf } from '../messages/queries.server'
import { audiencesOf } from '../messages/rules'
import { peopleCounts, peoplePage } from '../people/people.queries.server'
import { lateSumsOf } from './balances.queries.server'
import { rosterCounts, rosterPeople } from './roster/queries.server'
import { LATE_DUE } from './roster/rules'

beforeEach(emptyDatabase)

const pay = (enrolmentId: string, amount: number) =>
  db
    .insert(payments)
    .values({ id: crypto.randomUUID(), enrolmentId, amount, receivedOn: '2026-01-10', method: 'cash' })

/** Ada has paid 100 of 490 late euros, of 980 in all. */
async function aLatePerson() {
  const owing = await anOwing()
  await dueFell(owing.id, -3)
  await pay(owing.id, 100)
  return owing
}

test('who is late is named with the sum, and only while the due is open and the seat is theirs', async () => {
  const { admin, member, course, id } = await aLatePerson()
  const { member: punctual } = await anOwing('bea')
  expect(await lateSumsOf(admin, [member.id, punctual.id])).toEqual(
    new Map([[member.id, { euros: 390, course: course.title, isArchived: false }]]),
  )
  await pay(id, 390)
  expect(await lateSumsOf(admin, [member.id])).toEqual(new Map())
  await dueFell(id, -1, 2)
  expect(await lateSumsOf(admin, [member.id])).toMatchObject(new Map([[member.id, { euros: 490 }]]))
  await db
    .update(userCourses)
    .set({ endedAt: new Date(), ending: 'cancelled_by_person' })
    .where(eq(userCourses.id, id))
  expect(await lateSumsOf(admin, [member.id])).toEqual(new Map())
})

test('the office finds who is late in the roster, among the people and to write to them', async () => {
  const { admin, member, course, id } = await aLatePerson()
  const { course: other } = await anOwing('bea')
  const view = { text: '', state: LATE_DUE, page: 1 } as const
  expect(await rosterCounts(admin, course.id, view)).toMatchObject({ approved: 1, [LATE_DUE]: 1, found: 1 })
  expect(await rosterCounts(admin, other.id, view)).toMatchObject({ approved: 1, [LATE_DUE]: 0, found: 0 })
  expect(await rosterPeople(admin, course.id, view)).toMatchObject([{ id, owed: 980, paid: 100, late: 390 }])
  expect(await rosterPeople(admin, other.id, view)).toEqual([])
  expect(await peopleCounts(admin, '')).toMatchObject({ 'da-pagare': 1, 'in-attesa': 0 })
  expect(await peopleCounts(admin, 'bea')).toMatchObject({ 'da-pagare': 0 })
  const { people } = await peoplePage(admin, { text: '', choice: 'da-pagare' })
  expect(people).toMatchObject([{ id: member.id, lateSum: { euros: 390, course: course.title } }])
  const audiences = audiencesOf(await possibleRecipientsOf(admin, course.id))
  expect(audiences.find(({ word }) => word === 'da-pagare')?.ids).toEqual([id])
  expect(audiencesOf(await possibleRecipientsOf(admin, other.id)).map(({ word }) => word)).toEqual([
    'iscritti',
  ])
})
