import { expect, test } from 'vitest'
import { type ThreadEntry, type ThreadKind, threadOf } from './thread.rules'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 9, minute))
const entry = (facts: Partial<ThreadEntry>): ThreadEntry => ({
  id: 1,
  userId: 'carla',
  name: 'Carla Prova',
  action: 'update',
  entityType: 'user_courses',
  entityId: 'iscrizione',
  createdAt: at(0),
  details: {},
  ...facts,
})
const thread = (
  sources: Partial<Parameters<typeof threadOf>[1]>,
  most = 10,
  kind: ThreadKind | null = null,
) =>
  threadOf(
    'ada',
    { entries: [], emails: [], editionMessages: [], personMessages: [], contacts: [], ...sources },
    { kind, most },
  )
const deeds = (...entries: Partial<ThreadEntry>[]) =>
  thread({ entries: entries.map(entry) }).map((item) => (item.kind === 'deed' ? item.deed : item))

test.each([
  ['create', undefined, 'approved', 'Iscrizione diretta'],
  ['update', 'pending', 'approved', 'Approvata'],
  ['update', 'pending', 'rejected', 'Rifiutata'],
  ['update', 'rejected', 'pending', 'Riaperta'],
  ['update', 'approved', 'in_progress', 'In corso'],
  ['update', 'in_progress', 'completed', 'Completata'],
  ['update', 'completed', 'in_progress', 'Riportata a in corso'],
  ['update', 'in_progress', 'approved', 'Riportata ad approvato'],
  ['delete', 'pending', undefined, 'Richiesta ritirata'],
] as const)('%s from %s to %s is «%s»', (action, from, to, what) => {
  const details = {
    ...(from && { old: { status: from } }),
    ...(to && { new: { status: to } }),
    course: 'Vendite',
  }
  expect(deeds({ action, details })).toEqual([{ what, about: 'Vendite' }])
})

test.each([
  ['Acquisti', 'Spostata qui da «Acquisti»'],
  ['Vendite', 'Spostata qui da un’altra edizione'],
])('an enrolment that was moved from %s is «%s»', (from, what) => {
  const details = { new: { status: 'approved' as const }, course: 'Vendite', from }
  expect(deeds({ action: 'create', details })).toEqual([{ what, about: 'Vendite' }])
})

test('a request is told as one sentence', () => {
  const details = { new: { status: 'pending' as const }, course: 'Vendite' }
  expect(deeds({ action: 'create', details })).toEqual([
    { what: 'Ha chiesto', about: 'Vendite', isSentence: true },
  ])
})

test('a deed knows the enrolment that it is about, others have none', () => {
  const entries = [entry({ id: 1, entityId: 'e' }), entry({ id: 2, entityType: 'profiles', entityId: 'ada' })]
  expect(thread({ entries })).toMatchObject([{ enrolment: 'e' }, { enrolment: null }])
})

test('a reason is quoted; an account is told in words; the rest as in the log', () => {
  const status = { old: { status: 'pending' }, new: { status: 'rejected' } }
  expect(deeds({ details: { ...status, course: 'Vendite', reason: 'Manca la base' } })).toEqual([
    { what: 'Rifiutata', about: 'Vendite', quote: 'Manca la base' },
  ])
  const profile = (details: ThreadEntry['details'], action: ThreadEntry['action'] = 'update') =>
    deeds({ entityType: 'profiles', action, details })[0]
  expect(profile({ cause: 'sign_up' }, 'create')).toEqual({ what: 'Registrazione' })
  expect(profile({ old: { emailVerified: false }, new: { emailVerified: true } })).toEqual({
    what: 'Email confermata',
  })
  expect(profile({ note: 'added' })).toEqual({ what: 'Nota per i colleghi aggiunta' })
  expect(profile({ cause: 'password_changed' })).toEqual({ what: 'Password cambiata' })
  expect(profile({ cause: 'new_email', new: { email: 'b@example.it' } })).toEqual({
    what: 'Nuova email da confermare',
    about: 'b@example.it',
  })
  expect(profile({ old: { phone: null }, new: { phone: '1' } })).toEqual({
    what: 'Dati cambiati',
    about: 'Telefono',
  })
  expect(deeds({ entityType: 'calendar_feeds', action: 'create' })).toEqual([
    { what: 'Creazione: Indirizzo del calendario', about: 'Nessun dettaglio' },
  ])
  expect(deeds({ details: { new: { status: 'altro' } } })).toMatchObject([{ what: 'Modifica: Iscrizione' }])
})

test('the newest comes first, an e-mail stands with its deed, and the rest is cut', () => {
  const email = (id: number, minute: number) => ({
    id,
    subject: `E-mail ${id}`,
    state: 'sent' as const,
    createdAt: at(minute),
  })
  const sources = {
    entries: [entry({ id: 7, createdAt: at(1) }), entry({ id: 8, userId: 'ada', createdAt: at(5) })],
    emails: [email(1, 1), email(2, 3)],
    contacts: [{ id: 'm', createdAt: at(4) }],
  }
  const items = thread(sources)
  expect(items.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['deed 8', 'contact m', 'email 2', 'deed 7'])
  expect(items.at(-1)).toMatchObject({ by: 'Carla Prova', emails: [{ id: 1 }] })
  expect(items[0]).toMatchObject({ by: null, emails: [] })
  expect(thread(sources, 2)).toHaveLength(2)
})

test('a message stands with its e-mail, and stays when the e-mail is gone', () => {
  const editionMessage = {
    id: 'm',
    createdAt: at(2),
    courseId: 'c',
    course: 'Vendite',
    archivedAt: null,
    subject: 'Aula',
    by: 'Carla',
  }
  const email = { id: 7, subject: 'Aula: Vendite', state: 'sent' as const, createdAt: at(2) }
  expect(thread({ editionMessages: [editionMessage], emails: [email] })).toMatchObject([
    { kind: 'edition-message', emails: [{ id: 7 }] },
  ])
  expect(thread({ editionMessages: [editionMessage] })).toMatchObject([
    { kind: 'edition-message', editionMessage, emails: [] },
  ])
})

test('it is narrowed to deeds, or to e-mails and messages, those of deeds too', () => {
  const sources = {
    entries: [entry({ details: { course: 'Vendite', new: { admitted: true } } })],
    emails: [
      { id: 1, subject: 'Sei in lista', state: 'sent' as const, createdAt: at(0) },
      { id: 2, subject: 'Benvenuta', state: 'sent' as const, createdAt: at(5) },
    ],
    contacts: [{ id: 'c', createdAt: at(9) }],
  }
  const kinds = (kind: ThreadKind | null) => thread(sources, 10, kind).map((item) => item.kind)
  expect(kinds(null)).toEqual(['contact', 'email', 'deed'])
  expect(kinds('decisioni')).toEqual(['deed'])
  expect(kinds('email')).toEqual(['contact', 'email', 'email'])
})

test('it is narrowed to what concerns money', () => {
  const deeds: Partial<ThreadEntry>[] = [
    { id: 1, entityType: 'payments', action: 'create', details: { amount: -50, course: 'Vendite' } },
    { id: 2, details: { new: { dues: [{ amount: 50, dueOn: '2026-02-01' }] }, course: 'Vendite' } },
    { id: 3, details: { new: { price: 100 }, course: 'Vendite' } },
    { id: 4, details: { paymentReminder: 'first', amount: 50, course: 'Vendite' } },
    { id: 5, details: { old: { status: 'pending' }, new: { status: 'approved' }, course: 'Vendite' } },
  ]
  const items = thread({ entries: deeds.map(entry), contacts: [{ id: 'c', createdAt: at(9) }] }, 10, 'soldi')
  expect(items.map(({ id }) => id)).toEqual(['1', '2', '3', '4'])
})

test('a payment reminder is told apart from one that did not leave', () => {
  const details = { paymentReminder: 'first' as const, amount: 50, course: 'Vendite' }
  expect(deeds({ details }, { details: { ...details, undone: true } })).toEqual([
    { what: 'Promemoria di pagamento', about: 'Vendite' },
    { what: 'Promemoria di pagamento ripreso prima che partisse', about: 'Vendite' },
  ])
})

test('the e-mail about an unchanged plan is told apart from one that did not leave, and from an enrolment', () => {
  const details = { subject: 'Come pagare il corso', course: 'Vendite' }
  expect(deeds({ details }, { id: 2, details: { ...details, undone: true }, createdAt: at(1) })).toEqual([
    { what: 'Email sulle rate ripresa prima che partisse', about: 'Vendite' },
    { what: 'Email sulle rate', about: 'Vendite' },
  ])
  expect(thread({ entries: [entry({ details })] }, 10, 'soldi')).toHaveLength(1)
})
