import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { QueueRequest } from './queue.queries.server'
import { QueueRow } from './queue-row'

function decidedRow(decidedTogether: number): string {
  const request: QueueRequest = {
    id: 'e',
    status: 'approved',
    requestedAt: new Date(),
    awaitsAnswerSince: new Date(),
    price: 100,
    priceReason: null,
    payingCompany: null,
    waitingSince: null,
    admittedAt: null,
    openDecision: 'd',
    decidedTogether,
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
      title: 'Paghe',
      startDate: null,
      place: null,
      maxPartecipanti: null,
      archivedAt: null,
      price: 100,
      priceEarlyBird: null,
      earlyBirdUntil: null,
      paymentInstallments: [],
    },
    seatsTaken: 1,
    peopleWaiting: 0,
    isDecided: true,
  }
  const element = <QueueRow request={request} now={new Date()} page="/admin/richieste" isChosen={false} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('only a decision about one person is taken back from the row of that person', () => {
  expect(decidedRow(1)).toContain('Ripristina: Ada Prova, Paghe')
  expect(decidedRow(2)).toContain('insieme a un’altra')
  const ofEight = decidedRow(8)
  expect(ofEight).toContain('insieme ad altre 7')
  expect(ofEight).toContain('href="/admin/decisioni"')
  expect(ofEight).not.toContain('Ripristina')
})
