import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SignInSheet } from './sign-in-sheet'

test('a lesson is named by its place among the lessons, not by its number', () => {
  const lesson = {
    // Lessons keep their numbers when another one is removed.
    number: 3,
    position: 1,
    closedAt: null,
    startDate: '2027-01-30',
    endDate: '2027-01-30',
    startTime: null,
    endTime: null,
    hours: null,
    topic: null,
    place: null,
    link: null,
  }
  const html = renderToStaticMarkup(
    <SignInSheet
      course={{ title: 'Paghe', location: null, teachers: [] }}
      lesson={lesson}
      position={2}
      lessonCount={2}
      people={[]}
    />,
  )
  expect(html).toContain('2 di 2, sabato 30 gennaio 2027')
})
