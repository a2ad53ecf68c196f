import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { StoredCourse } from '../courses/queries.server'
import type { OpenMatters } from './edition.queries.server'
import { ToDo } from './to-do'

const EDITION = { id: 'una-edizione', startDate: null, sessions: [{}], archivedAt: null, format: null }
const NOTHING_OPEN = { pending: 0, offered: 0, openRegisters: 0, money: { latePeople: 0 } }

/** The tasks of an edition whose postponement three people have not answered, on a day, YYYY-MM-DD. */
function tasksOn(today: string): string {
  const element = (
    <ToDo
      edition={EDITION as unknown as StoredCourse}
      matters={NOTHING_OPEN as OpenMatters}
      postponement={{ openCount: 3, answerBy: '2027-03-10' }}
      today={today}
    />
  )
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('the answers about new dates are a task until their last day, since who says nothing keeps the seat', () => {
  expect(tasksOn('2027-03-10')).toContain('3 persone non hanno risposto sulle nuove date')
  expect(tasksOn('2027-03-11')).toContain('In questa edizione non c’è niente in sospeso.')
})
