import { render, toPlainText } from '@react-email/render'
import { expect, test } from 'vitest'
import {
  type EnrolmentFacts,
  enrolledByOffice,
  requestApproved,
  requestForOffice,
  requestReceived,
  requestRejected,
} from './emails'

const facts: EnrolmentFacts = {
  person: {
    firstName: 'Giulia',
    lastName: 'Rossi',
    email: 'giulia@example.org',
    phone: '+39 333 1234567',
    company: 'Rossi & Figli',
  },
  course: { title: 'Controllo di Gestione', startDate: '2027-02-01', location: 'Fermo', modalita: null },
  origin: 'http://localhost:3000',
}
const giulia = { name: 'Giulia Rossi', address: 'giulia@example.org' }

test.each([
  [requestReceived(facts), 'Richiesta ricevuta', ['non comporta alcun obbligo di pagamento', '/dashboard']],
  [requestApproved(facts), 'Iscrizione approvata', ['il posto è tuo', '/dashboard']],
  [enrolledByOffice(facts), 'Iscrizione registrata', ['il posto è tuo', '/dashboard']],
  [requestRejected(facts), 'Richiesta non accolta', ['Prova a contattare l’amministrazione']],
  [requestRejected(facts, 'Corso al completo.'), 'Richiesta non accolta', ['Corso al completo.']],
])('%# tells the person about the course and what happens next', async (mail, title, sentences) => {
  expect(mail).toMatchObject({ to: giulia, subject: `${title}: Controllo di Gestione` })
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
    subject: 'Nuova richiesta di iscrizione: Controllo di Gestione',
  })
  const text = toPlainText(await render(mail.content))
  const { person, origin } = facts
  for (const fact of ['Giulia Rossi', person.email, person.phone, person.company, `${origin}/admin`])
    expect(text).toContain(fact)
})

test('a course without a date says so', async () => {
  const mail = requestReceived({ ...facts, course: { ...facts.course, startDate: null } })
  expect(await render(mail.content)).toContain('Data da definire')
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
