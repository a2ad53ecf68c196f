import { randomUUID } from 'node:crypto'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { withUndo } from '../../tests/decisions'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../tests/world'
import { db } from '../database/client.server'
import { dues, outgoingMail, userCourses } from '../database/schema'
import { enrolPerson } from '../enrolments/direct/enrol.commands.server'
import { approveRequests } from '../enrolments/review/commands.server'
import { registerPayment } from '../payments/commands.server'
import { DecisionTitle } from './decision'
import { decisionsPage } from './queries.server'
import { decisionInWords } from './rules'

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
    decisions.map(({ kind, names, peopleCount, courseCount }) => [kind, names, peopleCount, courseCount]),
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

test('a refund has its own name, also on the button that takes it back', async () => {
  await withUndo()
  const admin = await anAdmin()
  const { id: userId } = await aMember('ada')
  const { id: courseId } = await aCourse({ price: 980 })
  const [enrolment] = await db
    .insert(userCourses)
    .values({ userId, courseId, ...decided('approved') })
    .returning()
  const enrolmentId = enrolment?.id ?? ''
  await db.insert(dues).values({ enrolmentId, number: 1, dueOn: inDays(9), amount: 980 })
  const payment = { cents: 98_000, receivedOn: inDays(0), method: 'transfer' as const, note: null }
  await registerPayment(admin, enrolmentId, payment, { key: randomUUID(), seenPaid: 0 })
  const refund = { ...payment, cents: -10_000 }
  await registerPayment(admin, enrolmentId, refund, { key: randomUUID(), seenPaid: 98_000 })
  const { decisions } = await decisionsPage(admin, { after: '', before: '' })
  expect(decisions.map(decisionInWords)).toEqual([
    'Rimborso registrato: Ada Prova',
    'Incasso registrato: Ada Prova',
  ])
  const titles = decisions.map((decision) => renderToStaticMarkup(createElement(DecisionTitle, { decision })))
  expect(titles[0]).toContain('<b>Rimborso registrato: Ada Prova</b>')
  expect(titles[1]).toContain('<b>Incasso registrato: Ada Prova</b>')
})
