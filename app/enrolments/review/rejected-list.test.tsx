import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { QueueRequest } from './queue.queries.server'
import { RejectedList } from './rejected-list'

test('a rejected request is reopened where it can be approved: not in a deleted or cancelled course', () => {
  const listOf = (closed: { archivedAt?: Date; cancelledAt?: Date }) => {
    const course = {
      id: 'c',
      title: 'Paghe',
      startDate: null,
      place: null,
      archivedAt: null,
      cancelledAt: null,
    }
    const rejected = {
      id: 'e',
      rejectedAt: new Date(),
      rejectReason: null,
      person: { id: 'p', firstName: 'Ada', lastName: 'Prova', email: 'ada@example.it' },
      course: { ...course, ...closed },
    }
    const element = <RejectedList rejected={[rejected as unknown as QueueRequest]} page="/admin/richieste" />
    return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  }
  expect(listOf({})).toContain('Riapri richiesta: Ada Prova, Paghe')
  expect(listOf({ archivedAt: new Date() })).not.toContain('Riapri richiesta')
  expect(listOf({ archivedAt: new Date() })).toContain('Paghe (eliminato)')
  expect(listOf({ cancelledAt: new Date() })).not.toContain('Riapri richiesta')
})
