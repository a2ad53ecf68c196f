import { beforeEach, expect, test } from 'vitest'
import { aCourse, aMember, anAdmin, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { outgoingMail, userCourses } from '../database/schema'
import { enrolPerson } from '../enrolments/direct/enrol.commands.server'
import { approveRequests } from '../enrolments/review/commands.server'
import { decisionsPage } from './queries.server'

beforeEach(emptyDatabase)

test('a decision names each person once, with the number of people and of courses', async () => {
  const admin = await anAdmin()
  const ids: string[] = []
  for (const name of ['ada', 'bea', 'ciro', 'dora']) ids.push((await aMember(name)).id)
  const [first, second] = [await aCourse({ title: 'Uno' }), await aCourse({ title: 'Due' })]
  await enrolPerson(admin, 'ada@example.it', [first.id, second.id])
  const requests = await db
    .insert(userCourses)
    .values(ids.slice(1).map((userId) => ({ userId, courseId: first.id })))
    .returning()
  await approveRequests(
    admin,
    requests.map(({ id }) => id),
  )
  const { decisions } = await decisionsPage(admin, { after: '', before: '' })
  expect(
    decisions.map(({ kind, people, peopleCount, courseCount }) => [
      kind,
      people.map(({ name }) => name),
      peopleCount,
      courseCount,
    ]),
  ).toEqual([
    ['approve', ['Bea Prova', 'Ciro Prova', 'Dora Prova'], 3, 1],
    ['enrol', ['Ada Prova'], 1, 2],
  ])
})

test('e-mails that were not delivered are told', async () => {
  const [admin] = [await anAdmin(), await aMember('ada')]
  await enrolPerson(admin, 'ada@example.it', [(await aCourse()).id])
  await db.update(outgoingMail).set({ attempts: 9, failedAt: new Date() })
  const { decisions } = await decisionsPage(admin, { after: '', before: '' })
  expect(decisions).toMatchObject([{ emailCount: 1, sentCount: 0, failedCount: 1, isUndoable: false }])
})
