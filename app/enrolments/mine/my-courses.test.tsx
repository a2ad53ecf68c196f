import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { balanceOf } from '../dues/rules'
import { groupOf } from '../rules'
import { MyCourses } from './my-courses'
import { NextSessionCard } from './next-session'
import { OwnDues } from './own-dues'
import type { Enrolment } from './queries.server'

type Facts = Partial<Omit<Enrolment, 'course'>> & { course?: Partial<Enrolment['course']> }

function anEnrolment({ course: courseFacts, ...facts }: Facts): Enrolment {
  const course = {
    id: 'c',
    slug: 'ceramica',
    title: 'Ceramica',
    shortDescription: null,
    tipoSessione: 'Weekend',
    modalita: 'In presenza',
    location: 'Fermo',
    price: 360,
    startDate: '2027-01-23',
    endDate: null,
    comingSoon: false,
    createdAt: new Date(),
    archivedAt: null,
    draft: false,
    theme: 'leadership',
    format: 'in-aula' as const,
    maxPartecipanti: 2,
    seatsTaken: 1,
    afterApproval: null,
    seriesId: 'serie',
    cancelledAt: null,
    confirmedAt: null,
    lessonsUrl: null,
    state: 'available' as const,
    hasBegun: false,
    concluded: false,
    minimum: null,
    ...courseFacts,
  }
  const status = facts.status ?? 'pending'
  return {
    id: 'e',
    officeEntry: null,
    status,
    waitingSince: null,
    admittedAt: null,
    approvedAt: null,
    rejectReason: null,
    nextSession: null,
    courseInstead: null,
    rejectedAt: null,
    endedAt: null,
    ending: null,
    endReason: null,
    transferredTo: null,
    movedTo: null,
    isLastDecisionOpen: false,
    hasOpenPostponement: false,
    newDatesDeadline: null,
    waitingPlace: null,
    hasCertificate: false,
    price: 360,
    reference: 1042,
    balance: null,
    refund: null,
    instalments: null,
    requestedAt: new Date('2026-11-18T09:00:00Z'),
    reopenedAt: null,
    group: groupOf(status, course.state),
    officeAnswer: status === 'pending' ? { by: 'le 12:30 di mercoledì 25 novembre', late: false } : null,
    ...facts,
    course,
  }
}

function rowOf(facts: Facts): string {
  const element = <MyCourses enrolments={[anEnrolment(facts)]} filesOf={() => null} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<a [^>]*href="([^"]*)"[^>]*>/g, '[$1] ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

const next = {
  date: '2027-01-23',
  until: '2027-01-23',
  startTime: '09:00',
  endTime: '18:00',
  number: 1,
  total: 5,
  ahead: 61,
  topic: null,
  place: null,
  link: null,
}

test('a row has its state, dates and price in the specified words', () => {
  const known = rowOf({})
  for (const text of ['In attesa', 'Inizio 23 gennaio 2027', 'Prezzo 360,00', 'Richiesta 18 novembre 2026'])
    expect(known).toContain(text)
  const unknown = rowOf({ price: null, course: { startDate: null } })
  expect(unknown).toContain('Inizio Non specificata')
  expect(unknown).toContain('Prezzo Prezzo non disponibile')
})

test('a request says until when the office answers, and owns up to being late', () => {
  expect(rowOf({})).toContain(
    'Tocca a noi: ti rispondiamo per email entro le 12:30 di mercoledì 25 novembre.',
  )
  expect(rowOf({})).not.toContain('tel:')
  const late = rowOf({ officeAnswer: { by: 'le 12:30 di mercoledì 25 novembre', late: true } })
  expect(late).toContain('siamo in ritardo: la risposta era per le 12:30 di mercoledì 25 novembre.')
  expect(late).toContain('[tel:')
})

test('a request for a full course says that the office decides, and what else there is', () => {
  expect(rowOf({})).not.toContain('Al completo')
  const full = rowOf({ course: { seatsTaken: 2 } })
  expect(full).toContain('Al completo')
  expect(full).toContain('decide la segreteria')
  expect(full).toContain('[/corsi?tema=leadership&amp;posti=liberi] Altri corsi sul tema')
  expect(rowOf({ course: { seatsTaken: 2, theme: null } })).toContain('[/corsi?posti=liberi] Altri corsi')
})

test('a session that began on an earlier day goes on until its last day', () => {
  const session = { ...next, until: '2027-01-25', ahead: -1 }
  expect(rowOf({ status: 'approved', nextSession: session })).toContain(
    'In corso fino a lunedì 25 gennaio, 9:00–18:00',
  )
  const element = <NextSessionCard course={anEnrolment({}).course} session={session} />
  const card = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  expect(card).toContain('In corso fino a lunedì 25 gennaio')
  expect(card).not.toContain('prossimo appuntamento')
})

test('a seat has day, time, street, map and the words of the office', () => {
  const text = rowOf({
    status: 'approved',
    nextSession: next,
    course: { afterApproval: 'Con bonifico.\nEntro gennaio.', lessonsUrl: 'https://lezioni.example.it/' },
  })
  expect(text).toContain('Tocca a te: il pagamento')
  expect(text).toContain('Si comincia sabato 23 gennaio, 9:00–18:00')
  expect(text).toContain('Via dell’Esempio 2, Fermo [https://www.openstreetmap.org/?mlat=')
  expect(text).toContain('Con bonifico. Entro gennaio.')
  expect(text).toContain('[https://lezioni.example.it/] Vai alle lezioni')
  const elsewhere = rowOf({ status: 'approved', course: { location: 'Fermo, Villa Vitali' } })
  expect(elsewhere).toContain('[https://www.openstreetmap.org/search?query=Fermo%2C+Villa+Vitali]')
  expect(rowOf({ status: 'approved', course: { format: 'online' } })).not.toContain('openstreetmap')
})

test('a seat in an edition that is not certain says on what it depends, and that the payment waits', () => {
  const condition =
    'Si parte se si iscrivono almeno 8 persone: ne mancano 2. Se non si parte non paghi nulla.'
  const seat = (confirmed: boolean, facts: object = {}, price = 360) =>
    rowOf({
      status: 'approved',
      price,
      nextSession: next,
      course: {
        afterApproval: 'Con bonifico.',
        minimum: { text: confirmed ? 'Edizione confermata' : condition, confirmed },
        ...facts,
      },
    })
  const waits = seat(false)
  expect(waits).toContain(`${condition} Prima di pagare aspetta la conferma: ti arriva per email.`)
  expect(waits).toContain('Se si parte, si comincia sabato 23 gennaio')
  expect(waits).toContain('Come si paga, dopo la conferma')
  expect(waits).not.toContain('Tocca a te')
  expect(seat(false, { afterApproval: null }, 0)).not.toContain('Prima di pagare')

  const certain = seat(true)
  for (const text of ['Edizione confermata', 'Tocca a te: il pagamento', 'Come e quando si paga'])
    expect(certain).toContain(text)
  expect(certain).toContain(' Si comincia sabato 23 gennaio')
})

test('a seat without a note says who speaks of the payment; a free one says nothing of it', () => {
  expect(rowOf({ status: 'approved' })).toContain('Tocca a noi: prima dell’inizio la segreteria ti contatta')
  expect(rowOf({ status: 'approved', price: 0 })).toContain('Il posto è tuo.')
  const onlineCourse = {
    format: 'e-learning' as const,
    startDate: null,
    lessonsUrl: 'https://lezioni.example.it/',
  }
  expect(rowOf({ status: 'in_progress', course: onlineCourse })).toContain(
    'Tocca a te: continua con le lezioni',
  )
  const begun = rowOf({ status: 'in_progress', nextSession: next, course: { hasBegun: true } })
  expect(begun).toContain('Il corso è cominciato: buon lavoro.')
})

test('a person in progress before the first session reads the day, and not that the course has begun', () => {
  const early = rowOf({ status: 'in_progress', nextSession: next })
  expect(early).toContain('In corso')
  expect(early).toContain('Si comincia sabato 23 gennaio')
  expect(early).not.toContain('cominciato')
  const atOwnPace = rowOf({ status: 'in_progress', nextSession: next, course: { format: 'e-learning' } })
  expect(atOwnPace).not.toContain('continua con le lezioni')
  const undated = rowOf({ status: 'in_progress', course: { startDate: null } })
  expect(undated).not.toContain('cominciato')
})

test('a note about a free course is no payment', () => {
  const free = {
    status: 'approved',
    price: 0,
    course: { price: 0, afterApproval: 'Porta il computer' },
  } as const
  const text = rowOf(free)
  expect(text).toContain('Da sapere Porta il computer')
  expect(text).not.toMatch(/pagamento|si paga/)
})

test('a refusal has its reason, a telephone, and where one asks again', () => {
  const refused = (facts: Facts) => rowOf({ status: 'rejected', ...facts })
  const reasoned = refused({ rejectReason: 'Il gruppo è\ngià formato.' })
  expect(reasoned).toContain('«Il gruppo è già formato.»')
  expect(reasoned).toContain('[tel:')
  expect(reasoned).toContain('[mailto:segreteria@example.org?subject=Ceramica]')
  expect(reasoned).toContain('Per chiedere di nuovo scrivi alla segreteria.')
  expect(reasoned).toContain('[/contatti?corso=ceramica] Chiedi di nuovo')
  const cancelled = refused({ course: { state: 'cancelled', cancelledAt: new Date() } })
  expect(cancelled).toContain('Per chiedere di nuovo scrivi alla segreteria.')
  expect(cancelled).not.toContain('riaprire')
  expect(refused({})).toContain('Prova a contattare la segreteria.')
  expect(refused({ course: { archivedAt: new Date(), state: 'archived' } })).toContain('[/contatti] Chiedi')

  const course = { slug: 'altra', title: 'Altra', startDate: '2027-04-12' }
  const again = refused({ courseInstead: { ...course, isSameCourse: true } })
  expect(again).toContain('Puoi chiedere di nuovo per la prossima edizione, dal 12 aprile 2027.')
  expect(again).toContain('[/corsi/altra] Chiedi di nuovo')
  expect(refused({ courseInstead: { ...course, isSameCourse: false } })).toContain(
    'Puoi chiedere un altro corso sul tema: Altra, dal 12 aprile 2027.',
  )
})

test('what is over says so, in a course that was taken off too', () => {
  const certificate =
    'Corso concluso. Quando la segreteria rilascia il tuo attestato lo trovi qui, e ti scriviamo.'
  expect(rowOf({ status: 'completed', course: { state: 'concluded', concluded: true } })).toContain(
    certificate,
  )
  const early = rowOf({ status: 'completed' })
  expect(early).toContain('Hai completato questo corso. Quando la segreteria')
  expect(early).not.toContain('concluso')
  expect(rowOf({ status: 'in_progress', course: { state: 'concluded', concluded: true } })).toContain(
    certificate,
  )
  const gone = rowOf({ status: 'approved', course: { state: 'archived', archivedAt: new Date() } })
  expect(gone).toContain('Conclusi 1')
  expect(gone).toContain('Il corso non è più in programma.')
  expect(gone).not.toContain('[/corsi/ceramica]')
})

test('before the confirmation of an edition the page of an enrolment names no day that has passed', () => {
  const amounts = [
    { number: 1, dueOn: '2027-01-10', cents: 18000 },
    { number: 2, dueOn: '2027-03-01', cents: 18000 },
  ]
  const pageWith = (minimum: Enrolment['course']['minimum']) =>
    renderToStaticMarkup(
      <OwnDues
        enrolment={anEnrolment({
          status: 'approved',
          balance: balanceOf(amounts, [], '2027-01-15'),
          course: { minimum },
        })}
        person={{ firstName: 'Ada', lastName: 'Prova' }}
        account={null}
        day="2027-01-15"
      />,
    )
  const waits = pageWith({ text: 'Si parte con 5', confirmed: false })
  expect(waits).toContain('Prima di pagare aspetta la conferma')
  for (const word of ['scadeva', 'scadut', '10 gennaio']) expect(waits).not.toContain(word)
  expect(pageWith({ text: 'Edizione confermata', confirmed: true })).toContain('Pagamento scaduto')
})

test('acronyms and names in place, mode and type of sessions stay as they are typed', () => {
  const course = { location: 'Piattaforma Teams', modalita: 'FAD sincrona', tipoSessione: 'Diretta su Zoom' }
  expect(rowOf({ course })).toContain('Piattaforma Teams, FAD sincrona, diretta su Zoom')
  expect(rowOf({})).toContain('Fermo, in presenza, weekend')
})
