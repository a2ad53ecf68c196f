import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { QueueRequest } from './queue.queries.server'
import { QueueRow } from './queue-row'

function rowOf(facts: Partial<QueueRequest>, courseFacts: Partial<QueueRequest['course']> = {}) {
  const request: QueueRequest = {
    id: 'e',
    status: 'pending',
    ending: null,
    requestedAt: new Date(),
    awaitsAnswerSince: new Date(),
    price: 100,
    priceReason: null,
    payingCompany: null,
    waitingSince: null,
    admittedAt: null,
    rejectedAt: null,
    rejectReason: null,
    openDecision: null,
    decidedTogether: 0,
    person: {
      id: 'p',
      firstName: 'Ada',
      lastName: 'Prova',
      email: 'ada@example.it',
      phone: null,
      company: null,
    },
    course: {
      id: 'c',
      seriesId: 's',
      title: 'Paghe',
      startDate: null,
      place: null,
      maxPartecipanti: null,
      archivedAt: null,
      cancelledAt: null,
      draft: false,
      comingSoon: false,
      endDate: null,
      price: 100,
      priceEarlyBird: null,
      earlyBirdUntil: null,
      paymentInstallments: [],
      ...courseFacts,
    },
    seatsTaken: 1,
    peopleWaiting: 0,
    ...facts,
  }
  const element = <QueueRow request={request} now={new Date()} page="/admin/richieste" isChosen={false} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

const decidedRow = (decidedTogether: number) =>
  rowOf({ status: 'approved', openDecision: 'd', decidedTogether, isDecided: true })

test('a request goes on the list only where the course is full and accepts requests', () => {
  const button = 'Metti in lista: Ada Prova, Paghe'
  expect(rowOf({}, { maxPartecipanti: 1 })).toContain(button)
  expect(rowOf({}, { maxPartecipanti: 2 })).not.toContain(button)
  expect(rowOf({ waitingSince: new Date() }, { maxPartecipanti: 2 })).toContain(button)
  expect(rowOf({ admittedAt: new Date() }, { maxPartecipanti: 1 })).not.toContain(button)
  for (const facts of [{ endDate: '2026-01-01' }, { comingSoon: true }, { cancelledAt: new Date() }])
    expect(rowOf({ waitingSince: new Date() }, { maxPartecipanti: 1, ...facts })).not.toContain(button)
})

test('only a decision about one person is taken back from the row of that person', () => {
  expect(decidedRow(1)).toContain('Ripristina: Ada Prova, Paghe')
  expect(decidedRow(2)).toContain('insieme a un’altra')
  const ofEight = decidedRow(8)
  expect(ofEight).toContain('insieme ad altre 7')
  expect(ofEight).toContain('href="/admin/decisioni"')
  expect(ofEight).not.toContain('Ripristina')
})
