import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import RosterScreen from './roster.screen'
import { LATE_DUE } from './rules'

const person = (id: string, status: 'approved' | 'in_progress') => ({
  id,
  personId: id,
  email: `${id}@example.it`,
  firstName: 'Ada',
  lastName: 'Prova',
  company: null,
  phone: null,
  status,
  ending: null,
  newDatesAnswer: null,
  hasCertificate: false,
  soFar: 0,
  owed: null,
})

/** The roster of an edition with two people. */
function rosterOf(facts: { isCancelled?: boolean; isClosed?: boolean; isNotYetOpen?: boolean }): string {
  const loaderData = {
    course: {
      id: 'c',
      slug: 'paghe',
      title: 'Paghe',
      maxPartecipanti: 16,
      startDate: null,
      isArchived: false,
      isCancelled: false,
      hasBegun: false,
      isYetToBegin: true,
      isClosed: false,
      isNotYetOpen: false,
      offered: 0,
      ...facts,
    },
    counts: { approved: 1, in_progress: 1, completed: 0, [LATE_DUE]: 0, found: 2, isPostponed: false },
    total: 2,
    view: { text: '', state: null, page: 1 },
    page: 1,
    pages: 1,
    people: [person('ada', 'approved'), person('bice', 'in_progress')],
    completion: { requirement: { planned: null, threshold: 80 }, proposal: null },
    toasts: [],
  }
  const props = { loaderData } as unknown as ComponentProps<typeof RosterScreen>
  const router = createMemoryRouter([{ path: '/', element: <RosterScreen {...props} /> }])
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

test('a cancelled edition says how many had a seat, without their former states', () => {
  const open = rosterOf({})
  expect(open).toContain('2 iscritti su 16 posti: 1 da iniziare, 1 in corso')
  expect(open).toContain('?stato=approved')
  const cancelled = rosterOf({ isCancelled: true, isClosed: true })
  expect(cancelled).toContain('2 persone avevano un posto')
  expect(cancelled).not.toContain('da iniziare')
  expect(cancelled).not.toContain('?stato=')
})

test('an edition that is not open yet says so in place of the link to enrol somebody', () => {
  expect(rosterOf({})).toContain('Iscrivi una persona')
  const coming = rosterOf({ isNotYetOpen: true })
  expect(coming).toContain('Le iscrizioni non sono ancora aperte.')
  expect(coming).not.toContain('Iscrivi una persona')
})
