import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { decisionOf, withUndo } from '../../../tests/decisions'
import { emailsTo } from '../../../tests/people'
import { enrolmentOfPerson } from '../../../tests/waiting'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../../tests/world'
import { detailsAsText } from '../../audit/rules'
import { db } from '../../database/client.server'
import {
  auditLogs,
  courses,
  decisions,
  dues,
  outgoingMail,
  paymentReminders,
  userCourses,
} from '../../database/schema'
import { cancelEnrolment } from '../../enrolments/leave/office.commands.server'
import { enrolmentOf } from '../../enrolments/mine/queries.server'
import { requestEnrolment } from '../../enrolments/request/commands.server'
import { approveRequest, rejectRequest } from '../../enrolments/review/commands.server'
import { writeDay } from '../../italian/dates'
import { undoDecision } from '../../undo/commands.server'
import { registerPayment } from '../commands.server'
import { payersOf } from '../queries.server'
import { changePlan } from './commands.server'
import { planById } from './queries.server'
import {
  editPlan,
  explainPlanRefusal,
  type PlanText,
  paidDuesOf,
  planSum,
  planVersion,
  readPlan,
  writePlan,
} from './rules'

beforeEach(emptyDatabase)
beforeEach(withUndo)

const spaces = (text: string) => text.replaceAll('\u00a0', ' ')

/** A request for 980 euros in two parts. */
async function aRequest() {
  const [admin, member] = [await anAdmin(), await aMember('ada')]
  const course = await aCourse({ price: 980, paymentInstallments: [490, 490] }, [{ startDate: inDays(60) }])
  await requestEnrolment(member, course.id)
  const id = (await enrolmentOfPerson(member, course))?.id ?? ''
  return { admin, member, course, id }
}

async function anEnrolment() {
  const request = await aRequest()
  const decision = decisionOf(await approveRequest(request.admin, request.id))
  return { ...request, decision }
}

/** The form as the page shows it, to change and send. */
async function theForm(admin: Awaited<ReturnType<typeof anAdmin>>, id: string) {
  const found = await planById(admin, id)
  if (!found) throw new Error('no plan')
  const paidDues = paidDuesOf(found.preparedBalance)
  const seenVersion = planVersion(found.storedPlan)
  return {
    text: writePlan(found.storedPlan, found.preparedBalance),
    paidDues,
    async send(text: PlanText, { notify = false } = {}) {
      const { plan, errors } = readPlan(text, paidDues)
      expect(errors).toEqual({})
      return changePlan(admin, id, plan, { seenVersion, notify })
    },
  }
}

const due = (amount: string, days: number) => ({ amount, day: writeDay(inDays(days)) })
const written = async (id: string) =>
  (await db.select().from(dues).where(eq(dues.enrolmentId, id)).orderBy(dues.number)).map(
    ({ dueOn, amount }) => [dueOn, amount],
  )
const pay = (admin: Awaited<ReturnType<typeof anAdmin>>, id: string, cents: number, seenPaid = 0) =>
  registerPayment(
    admin,
    id,
    { cents, receivedOn: inDays(0), method: 'transfer', note: null },
    { key: randomUUID(), seenPaid },
  )

test('a waiting e-mail about a payment names the new dues, without another e-mail', async () => {
  const { admin, member, id } = await anEnrolment()
  await pay(admin, id, 49_000)
  const { text, send } = await theForm(admin, id)
  const price = { price: '900', reason: 'Convenzione' }
  const changed = await send({ ...text, ...price, dues: [due('410', 50)] })
  expect(changed).toEqual({ ok: true, isNotified: false })
  const received = (await emailsTo(member.email)).filter(({ kind }) => kind === 'payment-received')
  expect(received.map(({ text }) => spaces(text ?? ''))).toEqual([
    expect.stringContaining('la prossima rata di 410 € scade'),
  ])
})

test('the office writes other dues of the same price, and the log has both', async () => {
  const { admin, member, course, id } = await anEnrolment()
  await db.update(userCourses).set({ decisionId: null })
  const { text, send } = await theForm(admin, id)
  expect(text).toEqual({ price: '980', reason: '', dues: [due('490', 7), due('490', 59)] })
  // In the order of their days, a past one too.
  const changed = await send({
    ...text,
    dues: [due('500', 40), due('380,00', -3), due('€ 100', 10), due('', 0)].slice(0, 3),
  })
  expect(changed).toEqual({ ok: true, isNotified: false })
  expect(await written(id)).toEqual([
    [inDays(-3), 380],
    [inDays(10), 100],
    [inDays(40), 500],
  ])
  expect(await enrolmentOf(member, id)).toMatchObject({ balance: { owed: 98000, late: 38000 } })
  expect(await payersOf(admin, course.id)).toMatchObject([{ id, balance: { late: 38000 } }])
  const [entry] = await db
    .select()
    .from(auditLogs)
    .where(eq(auditLogs.entityId, id))
    .orderBy(auditLogs.id)
    .offset(2)
  const [former, present] = spaces(detailsAsText(entry?.details ?? {})).split(' → ')
  expect(former).toContain(`Rate: Entro il: ${writeDay(inDays(7))}, Importo: 490,00 €`)
  expect(present).toContain(`Entro il: ${writeDay(inDays(-3))}, Importo: 380,00 €`)
})

test('dues that are not the price are refused with what is missing, and a button mends them', async () => {
  const { admin, id } = await anEnrolment()
  const { text, send } = await theForm(admin, id)
  const thirds = {
    price: '100',
    reason: 'Collega',
    dues: [due('33,33', 7), due('33,33', 20), due('33,33', 30)],
  }
  const refused = await send(thirds)
  expect(refused.ok ? '' : spaces(explainPlanRefusal(refused).problem)).toBe(
    'Le rate fanno 99,99 € su 100,00 €: mancano 0,01 €',
  )
  expect(await written(id)).toHaveLength(2)
  const mended = editPlan(thirds, 'pareggia', [])
  expect(mended?.dues.map(({ amount }) => amount)).toEqual(['33,33', '33,33', '33,34'])
  expect(await send(mended ?? text)).toMatchObject({ ok: true })
  expect((await written(id)).map(([, amount]) => amount)).toEqual([33.33, 33.33, 33.34])
})

test('another price needs a reason, and 0 leaves nothing to pay', async () => {
  const { admin, member, id } = await anEnrolment()
  const { text, send } = await theForm(admin, id)
  const other = { ...text, price: '1.234,56', dues: [due('1234.56', 7)] }
  expect(await send(other)).toMatchObject({ refusal: 'no-reason' })
  expect(await send({ ...text, price: '' })).toMatchObject({ refusal: 'no-price' })
  expect(await send({ ...other, reason: ' Moduli in più ' })).toMatchObject({ ok: true })
  expect(
    await enrolmentOfPerson(member, { id: (await enrolmentOf(member, id))?.course.id ?? '' }),
  ).toMatchObject({
    agreedPrice: 1234.56,
    priceReason: 'Moduli in più',
  })
  const again = await theForm(admin, id)
  expect(await again.send({ ...again.text, price: '0', reason: 'Docente' })).toMatchObject({ ok: true })
  expect(await written(id)).toEqual([])
  expect((await enrolmentOf(member, id))?.price).toBe(0)
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.entityId, id)).orderBy(auditLogs.id)
  expect(entries.at(-1)?.details).toMatchObject({
    old: { price: 1234.56, priceReason: 'Moduli in più' },
    new: { price: 0, priceReason: 'Docente', dues: [] },
  })
})

test('who has paid a part of a price that becomes 0 is told of the credit', async () => {
  const { admin, member, id } = await anEnrolment()
  await pay(admin, id, 10_000)
  const { text, send } = await theForm(admin, id)
  await send({ ...text, price: '0', reason: 'Docente' }, { notify: true })
  const changed = (await emailsTo(member.email)).find(({ kind }) => kind === 'dues-changed')
  expect(spaces(changed?.text ?? '').replaceAll('\n', ' ')).toContain(
    'per questo corso non devi pagare nulla. Hai pagato 100 € in più: li teniamo a tuo credito o te li restituiamo, come preferisci.',
  )
})

test('dues paid in full stay, and the price cannot go below them', async () => {
  const { admin, id } = await anEnrolment()
  await pay(admin, id, 50000)
  const { text, paidDues, send } = await theForm(admin, id)
  expect(paidDues).toMatchObject([{ cents: 49000 }])
  expect(text.dues).toEqual([due('490', 59)])
  const cheap = { ...text, reason: 'Sconto' }
  expect(await send({ ...cheap, price: '489,99', dues: [] })).toMatchObject({ refusal: 'below-paid' })
  expect(await send({ ...cheap, price: '0', dues: [] })).toMatchObject({ refusal: 'below-paid' })
  expect(await send({ ...text, dues: [due('490', 6)] })).toMatchObject({ refusal: 'before-paid' })
  expect(await send({ ...cheap, price: '700', dues: [due('100', 20), due('110', 40)] })).toMatchObject({
    ok: true,
  })
  expect(await written(id)).toEqual([
    [inDays(7), 490],
    [inDays(20), 100],
    [inDays(40), 110],
  ])
  expect((await planById(admin, id))?.payer.balance).toMatchObject({ open: 20000, paid: 50000 })
})

describe('a form', () => {
  test('that was sent twice is one change, and one e-mail', async () => {
    const { admin, member, id } = await anEnrolment()
    const { text, send } = await theForm(admin, id)
    const once = { ...text, dues: [due('980', 20)] }
    expect(await send(once, { notify: true })).toEqual({ ok: true, isNotified: true })
    expect(await send(once, { notify: true })).toEqual({ ok: true, isNotified: false })
    const sent = (await emailsTo(member.email)).filter(({ kind }) => kind === 'dues-changed')
    expect(sent).toHaveLength(1)
    expect(spaces(sent[0]?.text ?? '')).toContain('Il pagamento di 980 € scade')
    expect(await db.$count(auditLogs, eq(auditLogs.entityId, id))).toBe(3)
  })

  test('with the stored plan sends it once, and says how to pay', async () => {
    const { admin, member, id } = await anEnrolment()
    const changed = await theForm(admin, id)
    await changed.send({ ...changed.text, dues: [due('980', 20)] })
    const { text, send } = await theForm(admin, id)
    expect(await send(text)).toEqual({ ok: true, isNotified: false })
    expect(await send(text, { notify: true })).toEqual({ ok: true, isNotified: true })
    expect(await send(text, { notify: true })).toEqual({ ok: true, isNotified: true })
    const sent = await db.select().from(outgoingMail).where(eq(outgoingMail.kind, 'dues-changed'))
    expect(sent).toMatchObject([{ subject: expect.stringContaining('Come pagare il corso') }])
    expect(spaces(sent[0]?.text ?? '')).toContain('il pagamento di 980 € scade')
    expect(sent[0]?.text).not.toContain('cambiato')
    const entries = await db.select().from(auditLogs).where(eq(auditLogs.entityId, id)).orderBy(auditLogs.id)
    expect(entries).toHaveLength(4)
    expect(entries.at(-1)?.details).toMatchObject({ subject: sent[0]?.subject })
    // The reason of the price is the office's own.
    await db.update(outgoingMail).set({ sentAt: new Date(), createdAt: new Date(Date.now() - 60_000) })
    await db.update(userCourses).set({ agreedPrice: 980, priceReason: 'Convenzione' })
    const agreed = await theForm(admin, id)
    await agreed.send({ ...agreed.text, reason: 'Convenzione con il Comune' }, { notify: true })
    const again = await db.select().from(outgoingMail).where(eq(outgoingMail.kind, 'dues-changed'))
    expect(again.map(({ subject }) => subject)).toEqual(Array(2).fill(sent[0]?.subject))
    // Once it has left, the office can send it again.
    await db.update(outgoingMail).set({ sentAt: new Date(), createdAt: new Date(Date.now() - 60_000) })
    await send(text, { notify: true })
    expect((await emailsTo(member.email)).filter(({ kind }) => kind === 'dues-changed')).toHaveLength(2)
  })

  test('of a request with its stored price is nothing to tell', async () => {
    const { admin, member, id } = await aRequest()
    const { text, send } = await theForm(admin, id)
    const before = await db.$count(auditLogs)
    expect(await send(text, { notify: true })).toEqual({ ok: true, isNotified: false })
    expect(await db.$count(auditLogs)).toBe(before)
    expect((await emailsTo(member.email)).map(({ kind }) => kind)).not.toContain('dues-changed')
  })

  test('of who has not seen the change or the payment of a colleague asks', async () => {
    const { admin, id } = await anEnrolment()
    const [first, second] = [await theForm(admin, id), await theForm(admin, id)]
    expect(await first.send({ ...first.text, dues: [due('980', 20)] })).toMatchObject({ ok: true })
    expect(await second.send({ ...second.text, dues: [due('980', 30)] })).toMatchObject({
      refusal: 'meanwhile',
    })
    const third = await theForm(admin, id)
    await pay(admin, id, 100)
    expect(await third.send({ ...third.text, dues: [due('980', 30)] })).toMatchObject({
      refusal: 'meanwhile',
    })
    expect(await written(id)).toEqual([[inDays(20), 980]])
  })

  test('of two colleagues at the same moment: one is asked', async () => {
    const { admin, id } = await anEnrolment()
    const [first, second] = [await theForm(admin, id), await theForm(admin, id)]
    const outcomes = await Promise.all([
      first.send({ ...first.text, dues: [due('980', 20)] }),
      second.send({ ...second.text, dues: [due('980', 30)] }),
    ])
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await written(id)).toHaveLength(1)
  })

  test('is refused for who has neither a request nor a seat', async () => {
    const { admin, id } = await aRequest()
    const { text, send } = await theForm(admin, id)
    const { plan } = readPlan(text, [])
    expect(await changePlan(admin, randomUUID(), plan, { seenVersion: '', notify: false })).toMatchObject({
      refusal: 'unknown',
    })
    expect(await changePlan(admin, 'x', plan, { seenVersion: '', notify: true })).toMatchObject({
      refusal: 'unknown',
    })
    await rejectRequest(admin, id)
    expect(await send({ ...text, price: '10', reason: 'x' })).toMatchObject({ refusal: 'no-seat' })
  })

  test('is gone with an enrolment that has ended', async () => {
    const { admin, id } = await anEnrolment()
    const { text, send } = await theForm(admin, id)
    await cancelEnrolment(admin, id, 'Chiuso')
    expect(await send({ ...text, dues: [due('980', 20)] })).toMatchObject({ refusal: 'unknown' })
    expect(await planById(admin, id)).toBeUndefined()
  })
})

test('a price agreed before the approval becomes its dues and its e-mail', async () => {
  const { admin, member, id } = await aRequest()
  const { text, send } = await theForm(admin, id)
  expect(text.dues).toEqual([])
  expect(await send({ ...text, price: '700', reason: 'Ex allieva' })).toEqual({ ok: true, isNotified: false })
  expect(await enrolmentOf(member, id)).toMatchObject({ price: 700, balance: null })
  await approveRequest(admin, id)
  expect(await written(id)).toEqual([
    [inDays(7), 350],
    [inDays(59), 350],
  ])
  const [approved] = await emailsTo(member.email)
  expect(spaces(approved?.text ?? '')).toContain('Prezzo: 700,00 €')
})

test('a seat without dues is shown, and gets those of today once the office says so', async () => {
  const { admin, course, id } = await anEnrolment()
  await db.delete(dues)
  expect(await payersOf(admin, course.id)).toMatchObject([{ id, isWithoutDues: true, price: 980 }])
  const { text, send } = await theForm(admin, id)
  expect(await written(id)).toEqual([])
  expect(text.dues).toEqual([due('490', 7), due('490', 59)])
  expect(await send(text, { notify: true })).toEqual({ ok: true, isNotified: true })
  expect(await written(id)).toEqual([
    [inDays(7), 490],
    [inDays(59), 490],
  ])
  expect(await payersOf(admin, course.id)).toMatchObject([{ isWithoutDues: false }])
})

test('while the edition waits for its minimum, the e-mail about new dues asks for no payment', async () => {
  const { admin, member, course, id } = await anEnrolment()
  const confirmBy = inDays(20)
  await db.update(courses).set({ minParticipants: 5, confirmBy }).where(eq(courses.id, course.id))
  await pay(admin, id, 9_000)
  const { text, send } = await theForm(admin, id)
  await send({ ...text, price: '900', reason: 'Sconto', dues: [due('900', 30)] }, { notify: true })
  const changed = (await emailsTo(member.email)).find(({ kind }) => kind === 'dues-changed')
  const words = spaces(changed?.text ?? '')
  expect(words).toContain('Si parte se si iscrivono almeno 5 persone')
  expect(words).toContain('Prima di pagare aspetta la conferma: ti arriva per email.')
  expect(words).toContain('Prezzo: 900,00 €')
  expect(words).not.toMatch(/scade|Da pagare|IBAN|causale/)
})

test('an e-mail about dues is taken back alone, and an approval with its dues, unless the price is another', async () => {
  const { admin, member, id, decision } = await anEnrolment()
  const first = await theForm(admin, id)
  await first.send({ ...first.text, dues: [due('980', 20)] }, { notify: true })
  const [message] = await db.select().from(decisions).where(eq(decisions.kind, 'message'))
  expect(await undoDecision(admin, message?.id ?? '')).toMatchObject({ ok: true })
  expect((await emailsTo(member.email)).map(({ kind }) => kind)).not.toContain('dues-changed')
  expect(await written(id)).toEqual([[inDays(20), 980]])
  const [entry] = await db.select().from(auditLogs).orderBy(desc(auditLogs.id)).limit(1)
  expect(entry).toMatchObject({
    entityType: 'user_courses',
    entityId: id,
    details: { undone: true, subject: expect.stringContaining('Le rate sono cambiate'), email: member.email },
  })
  const second = await theForm(admin, id)
  await second.send({ ...second.text, price: '900', reason: 'Sconto', dues: [due('900', 20)] })
  expect(await undoDecision(admin, decision)).toMatchObject({ refusal: 'changed' })
})

test('an e-mail with the dues waits until it is sent, even if the price has changed since', async () => {
  const { admin, id } = await anEnrolment()
  const hasWaitingEmail = async () => (await planById(admin, id))?.hasWaitingEmail
  expect(await hasWaitingEmail()).toBe(true)
  const { text, send } = await theForm(admin, id)
  await send({ ...text, price: '900', reason: 'Sconto', dues: [due('900', 20)] })
  expect(await hasWaitingEmail()).toBe(true)
  await db.update(outgoingMail).set({ sentAt: new Date() })
  expect(await hasWaitingEmail()).toBe(false)
})

test('a due on another day is reminded of again', async () => {
  const { admin, id } = await anEnrolment()
  for (const number of [1, 2])
    await db.insert(paymentReminders).values({ enrolmentId: id, number, kind: 'before' })
  const { text, send } = await theForm(admin, id)
  await send({ ...text, dues: [due('500', 7), due('480', 40)] })
  expect(await db.select().from(paymentReminders)).toMatchObject([{ number: 1 }])
})

describe('a typed plan', () => {
  const start: PlanText = { price: '980', reason: '', dues: [due('490', 7), due('490', 59)] }

  test.each([
    [{ price: 'x' }, { price: 'Il prezzo «x» non è un importo' }],
    [{ reason: 'x'.repeat(201) }, { reason: 'Il motivo può avere al massimo 200 caratteri' }],
    [{ dues: [{ amount: '490', day: '' }] }, { 'giorno-0': 'Scrivi entro quando si paga' }],
    [{ dues: [due('0', 7)] }, { 'importo-0': 'Scrivi l’importo della rata, o togli la rata' }],
    [
      { dues: [{ amount: '-1', day: '31/2/2027' }] },
      {
        'importo-0': 'L’importo non può essere negativo',
        'giorno-0': expect.stringContaining('non si legge'),
      },
    ],
    [{ dues: [{ amount: ' ', day: '' }] }, {}],
  ])('with %j is read: %j', (typed, errors) => {
    expect(readPlan({ ...start, ...typed }, []).errors).toEqual(errors)
  })

  test.each([
    ['980', 'Le rate fanno 980,00 € su 980,00 €: tornano', true],
    ['992,50', 'Le rate fanno 980,00 € su 992,50 €: mancano 12,50 €', false],
    ['981', 'Le rate fanno 980,00 € su 981,00 €: manca 1,00 €', false],
    ['900', 'Le rate fanno 980,00 € su 900,00 €: 80,00 € di troppo', false],
    ['0', 'Gratuito: nessuna rata', true],
    ['x', 'La somma delle rate deve essere il prezzo', true],
  ])('of %s says what is missing: %s', (price, sentence, isSettled) => {
    const sum = planSum({ ...start, price }, [])
    expect({ ...sum, sentence: spaces(sum.sentence) }).toEqual({ sentence, isSettled })
  })

  test('of 0 offers no way to settle the dues that are paid already', () => {
    const paidDues = [{ number: 1, cents: 49_000, dueOn: inDays(7) }]
    expect(planSum({ ...start, price: '0' }, paidDues)).toEqual({
      sentence: 'Gratuito, ma ci sono rate già pagate',
      isSettled: true,
    })
  })

  test.each([
    ['aggiungi', '1000', ['490', '490', '20']],
    ['aggiungi', '980', ['490', '490', '']],
    ['togli:0', '980', ['490']],
    ['pareggia', '1000', ['490', '510']],
    ['pareggia', '400', ['400']],
    ['pareggia', 'x', ['490', '490']],
    ['salva', '980', undefined],
  ])('is changed by %s, for %s', (button, price, amounts) => {
    expect(editPlan({ ...start, price }, button, [])?.dues.map(({ amount }) => amount)).toEqual(amounts)
  })
})
