import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { CourseFacts } from '../../courses/queries.server'
import { CourseStandingText, type StandingFacts } from './course-standing'

const FULL: StandingFacts = {
  kind: 'full',
  course: { slug: 'ceramica', title: 'Ceramica', sessions: [] } as unknown as CourseFacts,
  ownEnrolment: null,
  position: '3°',
  isUnderway: false,
  minimum: null,
  nextEdition: null,
  refundSentence: '',
  hasEditions: false,
  hasRelated: false,
}

const textOf = (facts: StandingFacts) => {
  const element = <CourseStandingText facts={facts} label={null} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('a full course promises a notice of a free seat only until its lessons begin', () => {
  expect(textOf(FULL)).toContain('>Avvisami se si libera un posto</a>')
  const text = textOf({ ...FULL, isUnderway: true })
  expect(text).toMatch(/<a [^>]*"\/corsi\/ceramica\/avvisami"[^>]*>Avvisami della prossima edizione<\/a>/)
  expect(text).not.toContain('Avvisami se')
})
