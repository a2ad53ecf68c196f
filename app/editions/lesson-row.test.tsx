import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { StoredCourse } from '../courses/queries.server'
import { LessonRow } from './lesson-row'

/** The row of a lesson on 21 November 2026, on a day, in an edition with one participant. */
function rowOf(today: string, isCancelled: boolean): string {
  const lesson = {
    number: 1,
    position: 0,
    startDate: '2026-11-11',
    endDate: '2026-11-11',
    startTime: '09:00:00',
    endTime: '13:00:00',
    hours: 4,
    topic: null,
    place: null,
    link: null,
    closedAt: null,
  }
  const cancelledAt = isCancelled ? new Date() : null
  const course = { id: 'c', location: null, lessonsUrl: null, teachers: [], cancelledAt, peopleEnrolled: 1 }
  const row = (
    <table>
      <tbody>
        <LessonRow
          course={course as unknown as StoredCourse}
          columns={[]}
          session={lesson}
          register={{ ...lesson, markedCount: 0, presentCount: 0 }}
          isNext
          today={today}
          form={undefined}
        />
      </tbody>
    </table>
  )
  const router = createMemoryRouter([{ path: '/', element: row }])
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

test.each([
  ['to come', '2026-11-09', ['Si apre fra 2 giorni', 'Foglio firme: lezione']],
  ['that has begun', '2026-11-12', ['Aperto', 'Apri il registro']],
])('a lesson %s promises its register, unless the edition is cancelled', (_case, today, promises) => {
  const [row, cancelled] = [rowOf(today, false), rowOf(today, true)]
  for (const words of promises) {
    expect(row).toContain(words)
    expect(cancelled).not.toContain(words)
  }
  expect(cancelled).toContain('Edizione annullata')
  expect(cancelled).toContain('aria-label="Vedi: lezione dell’11 novembre 2026"')
})
