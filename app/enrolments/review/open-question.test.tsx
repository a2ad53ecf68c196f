import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { OpenQuestion } from './open-question'
import { QueueMany } from './queue-many'

const PROBLEM = { field: 'reason', sentence: 'Il motivo è troppo lungo' } as const

const rendered = (element: React.ReactElement) =>
  renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)

test('a refused reason is announced, with a link to its field', () => {
  const request = {
    id: 'e',
    person: { firstName: 'Ada', lastName: 'Prova' },
    course: { title: 'Paghe', startDate: null, place: null },
  }
  const result = { problem: PROBLEM, reason: 'x' }
  const page = rendered(<OpenQuestion toReject={request} result={result} page="/admin/richieste" />)
  expect(page).toMatch(/role="alert".*<a href="#reason">Il motivo è troppo lungo/)
})

test('so is the reason for several requests, in its unfolded form', () => {
  const result = { problem: PROBLEM, reason: 'x', chosenIds: ['e'] }
  const page = rendered(
    <QueueMany page="/admin/richieste" requests={[{ id: 'e' }]} keys={null} result={result}>
      {null}
    </QueueMany>,
  )
  expect(page).toMatch(/<details open=""[^>]*>.*role="alert".*<a href="#reasonForAll">Il motivo/)
})
