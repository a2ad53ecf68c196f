import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { CompareBar } from './compare-tick'

/** The bar with courses of these titles. */
function barOf(...titles: string[]): string {
  const courses = titles.map((title) => ({ slug: title.toLowerCase(), title }))
  const view = { comparedSlugs: courses.map(({ slug }) => slug) } as Parameters<typeof CompareBar>[0]['view']
  const element = <CompareBar view={view} courses={courses} refusedSlug={null} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('the first choice is announced: the live region is there before it', () => {
  expect(barOf()).toBe('<p class="visually-hidden" aria-live="polite"></p>')
  expect(barOf('Paghe')).toContain('aria-live="polite">1 di 3 scelti</p>')
})
