import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import TeachersLessons from './lessons.screen'

const lessonOf = (id: string, startDate: string, cancelledAt: Date | null) => ({
  edition: { id, title: id, location: null, cancelledAt, format: 'in-aula' },
  number: 1,
  startDate,
  endDate: startDate,
  startTime: null,
  endTime: null,
  hours: 4,
  topic: null,
  place: null,
  closedAt: null,
  peopleCount: 1,
  markedCount: 0,
})

/** The words of the page on 1 May 2026, with these lessons and editions without dates to come. */
function textOf(coming: ReturnType<typeof lessonOf>[], undatedEditions: object[] = []): string {
  const nothing = { ofToday: [], toClose: [], closed: [] }
  const loaderData = { ...nothing, coming, undatedEditions, day: '2026-05-01' }
  const props = { loaderData } as unknown as ComponentProps<typeof TeachersLessons>
  const router = createMemoryRouter([{ path: '/', element: <TeachersLessons {...props} /> }])
  return renderToStaticMarkup(<RouterProvider router={router} />).replaceAll(/<[^>]*>/g, '')
}

test('the next lesson is of an edition that takes place', () => {
  const cancelled = lessonOf('Paghe', '2026-05-03', new Date())
  expect(textOf([cancelled, lessonOf('Vino', '2026-05-09', null)])).toContain('La prossima è sabato 9 maggio')
  const text = textOf([cancelled])
  expect(text).not.toContain('La prossima')
  expect(text).toContain('Edizione annullata')
  expect(text).not.toContain('Foglio firme')
})

test('a cancelled edition without dates has none to come', () => {
  const edition = { id: 'p', title: 'Paghe', cancelledAt: new Date() }
  expect(textOf([], [edition])).toContain('Paghe: edizione annullata.')
  expect(textOf([], [{ ...edition, cancelledAt: null }])).toContain('Paghe: data da definire.')
})
