import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { CoursePreview } from './course-preview'
import { COMING_DESCRIPTION, courseTextFrom, readCourse } from './rules'

const emptyText = courseTextFrom(new FormData())

function preview(text: Partial<typeof emptyText>): string {
  const { course } = readCourse({ ...emptyText, title: 'Ceramica', ...text })
  const element = <CoursePreview course={course} slug={text.slug ?? ''} result={null} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('a typed address is drawn as the slug that it becomes, whatever it contains', () => {
  const html = preview({ slug: '"><img src=x>) Città' })
  expect(html).toContain('data-course="c-img-src-x-citta"')
  expect(html).not.toContain('<img src=x')
  expect(preview({})).toContain('data-course="c-ceramica"')
})

test('a coming course without a description is shown with the sentence of its public page', () => {
  expect(preview({ comingSoon: true })).toContain(COMING_DESCRIPTION)
  expect(preview({ comingSoon: true, description: 'Argilla e smalti' })).not.toContain(COMING_DESCRIPTION)
  expect(preview({})).not.toContain(COMING_DESCRIPTION)
})

test('every section can be read, without tabs and by screen readers too', () => {
  const html = preview({ sessions: '10/03/2099', description: 'Argilla e smalti', moduli: 'Le tessere' })
  for (const title of ['Date', 'Descrizione', 'Programma', 'Calendario sessioni'])
    expect(html).toContain(`<h2>${title}</h2>`)
  expect(html).not.toMatch(/Sezioni del corso|\binert\b|panel-away/)
})
