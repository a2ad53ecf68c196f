import { randomUUID } from 'node:crypto'
import { desc } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aContext, aPerson, aRequest, aVisitor, cookieOf } from '../../tests/people'
import { aFullCourse, freeSeat, tokenFor, waitFor } from '../../tests/waiting'
import { aCourse, anAdmin, anInterest, decided, emptyDatabase, inDays } from '../../tests/world'
import { requestRecovery } from '../accounts/recovery/commands.server'
import { type Member, SYSTEM } from '../accounts/rules'
import { admitMembers } from '../accounts/session/session.server'
import { sendContact } from '../contacts/commands.server'
import { db } from '../database/client.server'
import { auditLogs, formerEmails, outgoingMail, userCourses } from '../database/schema'
import { postponeEdition } from '../editions/commands.server'
import { answerPostponement } from '../editions/postponement-answers.commands.server'
import { openFeed } from '../enrolments/mine/feed/commands.server'
import { feedAddress } from '../enrolments/mine/feed/queries.server'
import { enrolmentsOf } from '../enrolments/mine/queries.server'
import { requestEnrolment } from '../enrolments/request/commands.server'
import { admitRequests, approveRequest, rejectRequest } from '../enrolments/review/commands.server'
import { offerSeats } from '../enrolments/waiting-list/offers.commands.server'
import { registerInterest } from '../interests/commands.server'
import { MAIL_TOPICS } from '../mail/kinds.rules'
import { registerPayment } from '../payments/commands.server'
import { loader } from './download.resource'
import { dataOf } from './queries.server'

beforeEach(emptyDatabase)

async function ask(cookie: string): Promise<Response> {
  const [request, context] = [aRequest('/dashboard/dati.json', cookie), aContext()]
  const url = new URL(request.url)
  const away = await admitMembers({ request, url, context, params: {} } as never, async () => new Response())
  return away instanceof Response ? away : loader({ request, url, context, params: {} } as never)
}

const enrolmentOf = async (member: Member) => (await enrolmentsOf(member))[0]?.id ?? ''

/** Without the entry of this download, which may or may not be there yet. */
const historyIn = (data: { registro_attivita: Record<string, string>[] }) =>
  data.registro_attivita.filter(({ oggetto }) => oggetto !== 'Esportazione')

test('what others write to the office is not about the administrator who has its address', async () => {
  const office = await aPerson('segreteria', 'admin')
  const email = { toName: 'Segreteria', toAddress: office.email, subject: 'Uno', html: '', text: '' }
  const [toOffice = ''] = MAIL_TOPICS.segreteria.kinds
  await db.insert(outgoingMail).values([
    { ...email, kind: toOffice },
    { ...email, kind: 'role-changed', subject: 'Due' },
  ])
  expect((await dataOf(office)).email_ricevute.map(({ oggetto }) => oggetto)).toEqual(['Due'])
})

test('the sign-up of somebody who has a former address now is not in the copy of its former owner', async () => {
  const giulia = await aPerson('giulia')
  const email = 'giulia@prima.example'
  await db.insert(formerEmails).values({ userId: giulia.id, email, proven: true })
  await db.insert(outgoingMail).values({
    kind: 'confirm-address',
    toName: 'Ugo',
    toAddress: email,
    subject: 'Conferma',
    html: '',
    text: '',
  })
  expect((await dataOf(giulia)).email_ricevute).toEqual([])
})

test('a stranger gets no file', async () => {
  const response = await ask('')
  expect([response.status, response.headers.get('Location')]).toEqual([
    302,
    '/auth?verso=%2Fdashboard%2Fdati.json',
  ])
})

test('a person gets everything about them and nothing about others', async () => {
  const [ada, bea, office, course] = [
    await aPerson('ada'),
    await aPerson('bea'),
    await anAdmin(),
    await aCourse(),
  ]
  await requestEnrolment(ada, course.id)
  await requestEnrolment(bea, course.id)
  await rejectRequest(office, await enrolmentOf(ada), 'Mancano i requisiti')
  const message = { name: 'Ada', surname: 'Prova', email: ada.email, phone: '0736 1', message: 'Salve' }
  await sendContact(aVisitor(), message)
  await requestRecovery(aVisitor(), ada.email)
  await openFeed(ada)
  await registerInterest(aVisitor(), course, ada.email, 'domani')
  await anInterest(course, { email: bea.email })

  const response = await ask(await cookieOf(ada.email))
  expect(response.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="dati_\d{4}-\d\d-\d\d\.json"$/,
  )
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  const text = await response.text()
  const data = JSON.parse(text)
  expect(data).toMatchObject({
    profilo: { nome: 'ada', email: ada.email, ruolo: 'Corsista' },
    iscrizioni: [{ corso: course.title, stato: 'Rifiutato' }],
    messaggi_inviati: [{ messaggio: 'Salve' }],
    avvisi_chiesti: [{ corso: course.title, conferma: null, avviso: null }],
    accessi_aperti: [{ rete: '192.0.2.x', dispositivo: 'Chrome su Linux' }],
    accessi_recenti: [{ esito: 'Accesso riuscito', rete: '192.0.2.x', dispositivo: 'Chrome su Linux' }],
    verifica_in_due_passaggi: null,
    indirizzo_calendario: await feedAddress(ada),
  })
  expect(data.email_ricevute).toHaveLength(5)
  expect(data.avvisi_chiesti).toHaveLength(1)
  expect(historyIn(data).map(({ da, azione, oggetto }) => [da, azione, oggetto])).toEqual([
    ['sito', 'Creazione', 'Profilo'],
    ['sito', 'Modifica', 'Profilo'],
    ['tu', 'Creazione', 'Iscrizione'],
    ['segreteria', 'Modifica', 'Iscrizione'],
    ['tu', 'Creazione', 'Indirizzo del calendario'],
  ])
  expect(text).toContain('Mancano i requisiti')
  for (const secret of [bea.email, 'argon2', office.email]) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/(token=|\/avvisi\/)[\w-]/)
  const [last] = await db.select().from(auditLogs).orderBy(desc(auditLogs.id)).limit(1)
  expect(last).toMatchObject({ action: 'create', entityType: 'exports', userId: ada.id })
})

test('the file has what the person owes and has paid, and to whom the invoices go', async () => {
  const [ada, office] = [await aPerson('ada'), await anAdmin()]
  const course = await aCourse({ price: 980, paymentInstallments: [490, 490] }, [{ startDate: inDays(60) }])
  await requestEnrolment(ada, course.id)
  const id = await enrolmentOf(ada)
  await approveRequest(office, id)
  const payment = { cents: 49_000, receivedOn: inDays(0), method: 'cash', note: 'In segreteria' } as const
  await registerPayment(office, id, payment, { key: randomUUID(), seenPaid: 0 })
  const { iscrizioni } = await (await ask(await cookieOf(ada.email))).json()
  expect(iscrizioni).toMatchObject([
    {
      rate: [
        { scadenza: inDays(7), importo: 490 },
        { scadenza: inDays(59), importo: 490 },
      ],
      pagamenti: [{ data: inDays(0), importo: 490, nota: 'In segreteria' }],
    },
  ])
})

test('an administrator gets what they did, without the people it was done to; six files an hour', async () => {
  const [office, ada, course] = [await aPerson('carla', 'admin'), await aPerson('ada'), await aCourse()]
  await requestEnrolment(ada, course.id)
  await rejectRequest(office as never, await enrolmentOf(ada), 'Perché no')
  const cookie = await cookieOf(office.email)
  const text = await (await ask(cookie)).text()
  expect(historyIn(JSON.parse(text)).at(-1)).toMatchObject({ da: 'tu', oggetto: 'Iscrizione' })
  for (const value of [ada.email, 'Perché no']) expect(text).not.toContain(value)
  for (let more = 0; more < 5; more++) expect((await ask(cookie)).status).toBe(200)
  expect((await ask(cookie)).status).toBe(429)
})

test('the file tells how an enrolment ended and what the person answered to a postponement', async () => {
  const [ada, office] = [await aPerson('ada'), await anAdmin()]
  const course = await aCourse({}, [{ startDate: inDays(9) }])
  const link = { userId: ada.id, courseId: course.id, ...decided('approved') }
  await db.insert(userCourses).values(link)
  await postponeEdition(office, course.id, { sessions: inDays(30), answerBy: inDays(3) })
  await answerPostponement(ada, await enrolmentOf(ada), true)
  expect(await dataOf(ada)).toMatchObject({
    iscrizioni: [
      { stato: 'Approvato', fine: null, modo_della_fine: null, risposte_ai_rinvii: [{ resta: true }] },
    ],
  })

  await answerPostponement(ada, await enrolmentOf(ada), false)
  expect(await dataOf(ada)).toMatchObject({
    iscrizioni: [{ modo_della_fine: 'Disdetta dalla persona', risposte_ai_rinvii: [{ resta: false }] }],
  })
})

test('the file tells the waiting list and the seats that were offered', async () => {
  const [ada, office, course] = [await aPerson('ada'), await anAdmin(), await aFullCourse()]
  await admitRequests(office, [await waitFor(ada, course)])
  await freeSeat(course)
  await offerSeats(SYSTEM)
  const offer = { corso: course.title, risposta: null }
  const place = {
    ammessa_alla_lista: expect.any(Date),
    posti_offerti: [offer],
  }
  expect(await dataOf(ada)).toMatchObject({ iscrizioni: [place] })
  expect(JSON.stringify(await dataOf(ada))).not.toContain(await tokenFor(ada))
})
