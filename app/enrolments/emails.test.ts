import { render, toPlainText } from '@react-email/render'
import { expect, onTestFinished, test } from 'vitest'
import { contactForOffice } from '../contacts/emails'
import { editionCancelled, editionChanged, editionConfirmed, editionPostponed } from '../editions/emails'
import { joiningInstructions } from '../editions/reminders.emails'
import { type Email, renderEmail } from '../mail/outbox.server'
import { editionMessage } from '../messages/emails'
import { replaceSettings, siteSettings } from '../site/settings'
import {
  type EnrolmentFacts,
  enrolledByOffice,
  requestApproved,
  requestForOffice,
  requestReceived,
  requestRejected,
} from './emails'
import { enrolmentCancelled, enrolmentMoved } from './end.emails'

const facts: EnrolmentFacts = {
  person: {
    firstName: 'Giulia',
    lastName: 'Rossi',
    email: 'giulia@example.org',
    phone: '+39 333 1234567',
    company: 'Rossi & Figli',
  },
  course: {
    title: 'Controllo di Gestione',
    startDate: '2027-02-01',
    location: 'Fermo',
    modalita: null,
    place: 'Fermo',
    format: 'in-aula',
    theme: 'controllo-di-gestione',
    price: 640,
    instalments: null,
    dues: [],
    nextSession: null,
    seriesId: 'serie',
    afterApproval: null,
    lessonsUrl: null,
    maxPartecipanti: 12,
    seatsTaken: 3,
    documentCount: 0,
    condition: null,
  },
  origin: 'http://localhost:3000',
}
const BY = 'le 12:30 di martedì 24 novembre'
const withCourse = (course: Partial<EnrolmentFacts['course']>) => ({
  ...facts,
  course: { ...facts.course, ...course },
})
const textOf = async (email: Email) => (await renderEmail(email)).text
const giulia = { name: 'Giulia Rossi', address: 'giulia@example.org' }

test.each([
  [
    requestReceived(facts, BY),
    'Richiesta ricevuta',
    ['non comporta alcun obbligo di pagamento', `entro ${BY}`, '/dashboard'],
  ],
  [requestApproved(facts), 'Iscrizione approvata', ['il posto è tuo', '/dashboard']],
  [enrolledByOffice(facts), 'Iscrizione registrata', ['il posto è tuo', '/dashboard']],
  [requestRejected(facts), 'Richiesta non accolta', ['Prova a contattare la segreteria']],
  [requestRejected(facts, 'Corso al completo.'), 'Richiesta non accolta', ['Corso al completo.']],
])('%# tells the person about the course and what happens next', async (mail, title, sentences) => {
  expect(mail).toMatchObject({
    to: giulia,
    subject: `${title}: Controllo di Gestione, Fermo, 1 febbraio 2027`,
  })
  const text = toPlainText(await render(mail.content))
  const course = ['Ciao Giulia,', 'Controllo di Gestione', '1 febbraio 2027', 'Fermo']
  for (const sentence of [...course, ...sentences]) expect(text).toContain(sentence)
  expect(text).not.toContain('Modalità')
})

test('the office learns who asks, and where to answer', async () => {
  const mail = requestForOffice(facts, 'ufficio@example.org')
  expect(mail).toMatchObject({
    to: { address: 'ufficio@example.org' },
    replyTo: 'giulia@example.org',
    subject: 'Nuova richiesta di iscrizione: Controllo di Gestione, Fermo, 1 febbraio 2027',
  })
  const text = toPlainText(await render(mail.content))
  const { person, origin } = facts
  for (const fact of ['Giulia Rossi', person.email, person.phone, person.company, `${origin}/admin`])
    expect(text).toContain(fact)
})

test('a course without a date says so', async () => {
  const mail = requestReceived(withCourse({ startDate: null }), BY)
  expect(await render(mail.content)).toContain('Data da definire')
})

test.each([
  [{ startDate: null }, 'Controllo di Gestione, Fermo'],
  [{ place: null }, 'Controllo di Gestione, 1 febbraio 2027'],
  [{ place: null, format: null, startDate: null }, 'Controllo di Gestione'],
  [{ place: 'Da casa', format: 'online' }, 'Controllo di Gestione, online, 1 febbraio 2027'],
  [{ place: 'Da casa', format: 'e-learning', startDate: null }, 'Controllo di Gestione, e-learning'],
] as const)('the subject tells what is known of the edition: %j', (course, edition) => {
  const known = withCourse(course)
  expect(requestApproved(known).subject).toBe(`Iscrizione approvata: ${edition}`)
  expect(requestForOffice(known, 'ufficio@example.org').subject).toBe(
    `Nuova richiesta di iscrizione: ${edition}`,
  )
})

test('a place that is only a city of ours has its street', async () => {
  expect(await textOf(requestApproved(facts))).toContain('Dove: Via dell’Esempio 2, Fermo')
  const elsewhere = withCourse({ location: 'Fermo, Villa Vitali' })
  expect(await textOf(requestApproved(elsewhere))).toContain('Dove: Fermo, Villa Vitali')
})

test.each([requestApproved, enrolledByOffice])('%o promises only what there is', async (email) => {
  const bare = await textOf(email(withCourse({ startDate: null })))
  for (const word of ['documenti', 'calendario', 'lezioni', 'Pagamento']) expect(bare).not.toContain(word)
  expect(bare).toContain('concordare il pagamento')

  const afterApproval = 'Con bonifico.\nLa prima rata entro il 15 gennaio.'
  const lessonsUrl = 'https://lezioni.example.it/uno'
  const full = await textOf(email(withCourse({ documentCount: 2, afterApproval, lessonsUrl })))
  expect(full).toContain('trovi il calendario e i documenti del corso')
  expect(full).toMatch(/Pagamento: Con bonifico\.\s+La prima rata entro il 15 gennaio\./)
  expect(full).toContain(`Vai alle lezioni → ${lessonsUrl}`)
  expect(full).not.toContain('concordare il pagamento')
  expect(await textOf(email(withCourse({ price: 0 })))).not.toContain('pagamento')
})

const TWO_DUES = [
  { number: 1, dueOn: '2027-01-15', cents: 40000 },
  { number: 2, dueOn: '2027-01-31', cents: 24000 },
]
/** Enters the account that people pay to, until the test is over. */
function setBankAccount() {
  const settings = siteSettings()
  const payments = { ...settings.payments, beneficiary: 'Accademia', iban: 'IT60X0542811101000000123456' }
  replaceSettings({ settings: { ...settings, payments }, version: 'prova' })
  onTestFinished(() => replaceSettings({ settings, version: 'first' }))
}

test('who has a seat reads what is due, and what the bank asks for', async () => {
  const due = { ...withCourse({ dues: TWO_DUES }), reference: 1042 }
  const without = await textOf(requestApproved(due))
  expect(without).toContain(
    'Da pagare: 400,00\u00a0€ entro il 15 gennaio e 240,00\u00a0€ entro il 31 gennaio 2027',
  )
  expect(without).not.toContain('IBAN')

  setBankAccount()
  const text = await textOf(requestApproved(due))
  expect(text).toContain('Bonifico a: Accademia')
  expect(text).toContain('IBAN: IT60 X054 2811 1010 0000 0123 456')
  expect(text).toContain('Causale: RF97 0010 42 Giulia Rossi')
  expect(text).not.toContain('concordare il pagamento')
})

test.each([
  ['who has moved', (due: EnrolmentFacts, paid: number) => enrolmentMoved(due, due.course, paid)],
  [
    'who takes part in a confirmed edition',
    (due: EnrolmentFacts, paid: number) => editionConfirmed(due, { paid }),
  ],
])('%s is asked only for what is open', async (_who, write) => {
  setBankAccount()
  const due = { ...withCourse({ dues: TWO_DUES, afterApproval: 'Con bonifico.' }), reference: 1042 }
  const paidInPart = await textOf(write(due, 50000))
  expect(paidInPart).toContain('Da pagare: 140,00\u00a0€ entro il 31 gennaio 2027')
  expect(paidInPart).toContain('Causale: RF97 0010 42')

  const paid = await textOf(write(due, 64000))
  for (const word of ['Da pagare', 'IBAN', 'Causale', 'causale', 'Con bonifico'])
    expect(paid).not.toContain(word)
  const withoutNote = { ...due, course: { ...due.course, afterApproval: null } }
  expect(await textOf(write(withoutNote, 64000))).not.toContain('concordare il pagamento')
})

test.each([
  ['approved', requestApproved],
  ['enrolled by the office', enrolledByOffice],
  ['moved', (facts: EnrolmentFacts) => enrolmentMoved(facts, facts.course)],
])('who is %s in an edition below its minimum is asked for no payment yet', async (_who, write) => {
  setBankAccount()
  const condition = 'Il corso parte con almeno 8 persone: lo confermiamo entro il 10 gennaio.'
  const text = await textOf(write({ ...withCourse({ dues: TWO_DUES, condition }), reference: 1042 }))
  expect(text).toContain('Prima di pagare aspetta la conferma')
  expect(text).toContain('Dopo la conferma la segreteria ti contatta')
  for (const word of ['Da pagare', 'entro il 15 gennaio', 'IBAN', 'Causale', 'Copia la causale'])
    expect(text).not.toContain(word)
})

test('the days of a session across New Year both have their year', async () => {
  const session = { startTime: null, endTime: null, number: 1, total: 2, ahead: 3 }
  const nextSession = { ...session, topic: null, place: null, link: null }
  const days = { date: '2026-12-31', until: '2027-01-02' }
  expect(await textOf(requestApproved(withCourse({ nextSession: { ...nextSession, ...days } })))).toContain(
    'Inizio: da giovedì 31 dicembre 2026 a sabato 2 gennaio 2027',
  )
})

test('only who is in learns the address of the lessons', async () => {
  const known = withCourse({ lessonsUrl: 'https://lezioni.example.it/uno', afterApproval: 'Con bonifico.' })
  const office = requestForOffice(known, 'ufficio@example.org')
  for (const email of [requestReceived(known, BY), requestRejected(known), office]) {
    const text = await textOf(email)
    expect(text).not.toContain('lezioni.example.it')
    expect(text).not.toContain('Con bonifico.')
  }
})

test('a request for a full course tells the place on its list, and what else there is', async () => {
  expect(await textOf(requestReceived(facts, BY))).not.toContain('al completo')
  const full = await textOf(requestReceived(facts, BY, 3))
  expect(full).toContain('Altre persone aspettano già un posto: sei in lista d’attesa, al 3° posto.')
  expect(await textOf(requestReceived(facts, BY, 1))).toContain(
    'I posti sono presi: sei in lista d’attesa, al 1° posto.',
  )
  expect(full).toContain('http://localhost:3000/corsi?posti=liberi')
})

test('markup typed by people is shown as text', async () => {
  const script = '<script>alert(1)</script>'
  const html = await render(
    requestForOffice(
      {
        ...facts,
        person: { ...facts.person, firstName: script, company: '"><img src=x onerror=alert(1)>' },
        course: { ...facts.course, title: script },
      },
      'ufficio@example.org',
    ).content,
  )
  expect(html).not.toMatch(/<script|<img/)
  expect(html).toContain('&lt;script&gt;alert(1)')
})

test.each([
  [
    'a message',
    (text: string) =>
      editionMessage(facts, { subject: 'Avviso', text, attachments: [] }, 'ufficio@example.org'),
  ],
  ['a refusal', (text: string) => requestRejected(facts, text)],
  ['a cancellation by the office', (text: string) => enrolmentCancelled(facts, { reason: text })],
  ['a cancelled edition', (text: string) => editionCancelled(facts, text)],
  ['payment instructions', (text: string) => requestApproved(withCourse({ afterApproval: text }))],
  ['what to know', (text: string) => joiningInstructions(withCourse({ afterApproval: text }))],
  ['changed dates', (text: string) => editionChanged(facts, [{ what: 'Date', before: 'mai', after: text }])],
])('%s keeps its lines and has links, in both versions', async (_what, write) => {
  const { text, html } = await renderEmail(write('Portate:\r\n- documento\r\n- https://example.it/modulo'))
  expect(text).toContain('Portate:\n- documento\n- https://example.it/modulo')
  expect(html).toMatch(/Portate:<br\/>- documento<br\/>- <a [^>]*href="https:\/\/example\.it\/modulo"/)
})

test('a note about a free course is no payment', async () => {
  const afterApproval = 'Porta il computer'
  const { text } = await renderEmail(requestApproved(withCourse({ price: 0, dues: [], afterApproval })))
  expect(text).toContain('Da sapere: Porta il computer')
  expect(text).not.toContain('Pagamento')
})

test('what a visitor wrote keeps its lines, without links', async () => {
  const message = {
    name: 'Bea',
    surname: 'Verdi',
    email: 'bea@example.it',
    phone: '0736 1',
    message: 'Uno\nwww.example.it',
  }
  const { text, html } = await renderEmail(contactForOffice(message, 'ufficio@example.org'))
  expect(text).toContain('Uno\nwww.example.it')
  expect(html).toContain('Uno<br/>www.example.it')
})

test('a request on the waiting list is promised its place there, and no answer about a seat', async () => {
  const listed = await textOf(requestReceived(facts, BY, 2))
  expect(listed).toContain('al 2° posto')
  expect(listed).toContain(`ti conferma per email il posto in lista entro ${BY}`)
  expect(listed).not.toContain('La segreteria la valuta')
  expect(await textOf(requestReceived(facts, BY))).toContain('La segreteria la valuta')
})

test('who was moved to another course is not told of another edition', async () => {
  const before = { ...facts.course, title: 'Marketing' }
  expect(await textOf(enrolmentMoved(facts, before))).toContain('spostata in un’altra edizione')
  const other = await textOf(enrolmentMoved(facts, { ...before, seriesId: 'altra' }))
  expect(other).toContain('spostata in un altro corso')
  expect(other).not.toContain('edizione')
})

test('a person whom the office has taken off is not asked whether they changed their mind', async () => {
  expect(await textOf(enrolmentCancelled(facts))).toContain('Hai cambiato idea')
  expect(await textOf(enrolmentCancelled(facts, { reason: 'Manca il pagamento' }))).not.toContain(
    'Hai cambiato idea',
  )
})

test('new dates say what silence means', async () => {
  const change = { before: '10/03/2027', after: '13/05/2027', answerBy: '2027-02-01' }
  expect(await textOf(editionPostponed(facts, 'id', change))).toContain('Se non rispondi, il posto resta tuo')
})

test('lessons at one’s own pace wait for nobody', async () => {
  expect(await textOf(joiningInstructions(facts))).not.toContain('documenti')
  expect(await textOf(joiningInstructions(withCourse({ documentCount: 1 })))).toContain('e i documenti.')
  const joining = await textOf(joiningInstructions(withCourse({ format: 'e-learning' })))
  expect(joining).toContain('poi le segui quando vuoi')
  for (const word of ['ti aspettiamo', 'Non puoi venire']) expect(joining).not.toContain(word)
  expect(await textOf(joiningInstructions(facts))).toContain('ti aspettiamo')
})
