import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CourseFields } from './course-fields'
import { type CourseText, courseTextFrom } from './rules'

const emptyText = courseTextFrom(new FormData())

const show = (text: Partial<CourseText>, saved: CourseText | undefined) =>
  renderToStaticMarkup(
    <CourseFields text={{ ...emptyText, ...text }} base={saved} errors={{}} brochure={null} />,
  ).replaceAll('<!-- -->', '')

test('a changed field of a refused form or a restored draft offers its saved text', () => {
  const saved = { ...emptyText, location: 'Fermo' }
  expect(show({ location: 'Online' }, saved)).toContain('Prima: Fermo.')
  expect(show({ location: 'Fermo' }, saved)).not.toContain('Prima:')
  expect(show({ location: 'Online' }, emptyText), 'nothing was there before').not.toContain('Prima:')
  expect(show({ location: 'Online' }, undefined), 'a new course').not.toContain('Prima:')
})
