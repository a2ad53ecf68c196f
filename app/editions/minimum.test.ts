import { randomUUID } from 'node:crypto'
import { asc } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../tests/world'
import { db } from '../database/client.server'
import { courses, dues, outgoingMail, paymentReminders, payments, userCourses } from '../database/schema'
import { enrolmentsOf } from '../enrolments/mine/queries.server'
import { requestEnrolment } from '../enrolments/request/commands.server'
import { approveRequest } from '../enrolments/review/commands.server'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { siteSettings } from '../site/settings'
import { confirmEdition } from './commands.server'

beforeEach(emptyDatabase)

async function anApproved(afterApproval: string | null) {
  const [admin, ada] = [await anAdmin(), await aMember('ada')]
  const course = await aCourse({ minParticipants: 3, afterApproval }, [{ startDate: inDays(30) }])
  await requestEnrolment(ada, course.id)
  const [request] = await db.select().from(userCourses)
  await approveRequest(admin, request?.id ?? '')
  return { admin, ada, course }
}

const lastEmail = async () =>
  (await db.select().from(outgoingMail).orderBy(asc(outgoingMail.id))).at(-1)?.text.replace(/\s+/g, ' ')
const minimumOf = async (member: Awaited<ReturnType<typeof aMember>>) =>
  (await enrolmentsOf(member))[0]?.course.minimum

test('who is approved before the edition is certain learns the condition, and pays after the confirmation', async () => {
  const { admin, ada, course } = await anApproved('Con bonifico.')
  const approved = await lastEmail()
  for (const text of [
    'Si parte se si iscrivono almeno 3 persone. Se non si parte non paghi nulla.',
    'Prima di pagare aspetta la conferma: ti arriva per email.',
    'Pagamento, dopo la conferma: Con bonifico.',
  ])
    expect(approved).toContain(text)
  expect(await minimumOf(ada)).toEqual({
    text: 'Si parte se si iscrivono almeno 3 persone: ne mancano 2. Se non si parte non paghi nulla.',
    confirmed: false,
  })

  await confirmEdition(admin, course.id)
  const confirmed = await lastEmail()
  expect(confirmed).toContain('il corso parte')
  expect(confirmed).toContain('Pagamento: Con bonifico.')
  expect(confirmed).not.toContain('aspetta la conferma')
  expect(await minimumOf(ada)).toEqual({ text: 'Edizione confermata', confirmed: true })
})

test('who has paid before the confirmation is asked for the rest alone', async () => {
  const { admin, course } = await anApproved(null)
  const [enrolment] = await db.select().from(userCourses)
  const payment = { receivedOn: inDays(0), method: 'transfer', registeredBy: admin.id } as const
  await db
    .insert(payments)
    .values({ id: randomUUID(), enrolmentId: enrolment?.id ?? '', amount: 60, ...payment })
  await confirmEdition(admin, course.id)
  expect(await lastEmail()).toContain('Da pagare: 40,00 €')
})

test('the confirmation asks for no dues that the office has not written', async () => {
  const { admin, course } = await anApproved(null)
  await db.delete(dues)
  await confirmEdition(admin, course.id)
  expect(await lastEmail()).toContain('il corso parte')
  expect(await lastEmail()).not.toContain('Da pagare')
})

test('an edition without a day to confirm by is due after its confirmation, in the e-mail and the dues', async () => {
  const { admin, course } = await anApproved(null)
  await db.update(dues).set({ dueOn: inDays(-20) })
  await confirmEdition(admin, course.id)
  const dueDay = inDays(siteSettings().payments.firstDueDays)
  expect(await db.select().from(dues)).toMatchObject([{ dueOn: dueDay }])
  expect(await lastEmail()).toContain(`entro ${withArticle('il', formatDate(dueDay, 'd MMMM yyyy'))}`)
})

test('a due that the confirmation moves is reminded of again', async () => {
  const { admin, course } = await anApproved(null)
  await db.update(dues).set({ dueOn: inDays(-20) })
  const [due] = await db.select().from(dues)
  await db
    .insert(paymentReminders)
    .values({ enrolmentId: due?.enrolmentId ?? '', number: due?.number ?? 0, kind: 'first' })
  await confirmEdition(admin, course.id)
  expect(await db.$count(paymentReminders)).toBe(0)
})

test('dues that are paid, and those of an edition that waits for nothing, keep their days', async () => {
  const { admin, course } = await anApproved(null)
  const [enrolment] = await db.select().from(userCourses)
  await db.update(dues).set({ dueOn: inDays(-20) })
  const payment = { receivedOn: inDays(0), method: 'transfer', registeredBy: admin.id } as const
  await db
    .insert(payments)
    .values({ id: randomUUID(), enrolmentId: enrolment?.id ?? '', amount: 100, ...payment })
  await confirmEdition(admin, course.id)
  expect(await db.select().from(dues)).toMatchObject([{ dueOn: inDays(-20) }])

  await db.delete(payments)
  await db.update(courses).set({ minParticipants: null, confirmedAt: null })
  await confirmEdition(admin, course.id)
  expect(await db.select().from(dues)).toMatchObject([{ dueOn: inDays(-20) }])
})

test('without a note on the payment, the office calls after the confirmation', async () => {
  const { admin, course } = await anApproved(null)
  expect(await lastEmail()).toContain('Dopo la conferma la segreteria ti contatta')
  await confirmEdition(admin, course.id)
  expect(await lastEmail()).toContain('Prima dell’inizio la segreteria ti contatta')
})
