import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import CodePage from './code.screen'

/** The page with this result of its form. */
function pageWith(actionData: object): string {
  const props = { loaderData: { byBackupCode: false, destination: null }, actionData }
  const element = <CodePage {...(props as unknown as ComponentProps<typeof CodePage>)} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('the title names an error only if there is one: a saved form that passes through is none', () => {
  expect(pageWith({ saved: 's' })).toContain('<title>Scrivi il codice')
  expect(pageWith({ errors: { code: 'Codice sbagliato' } })).toContain('<title>Errore: Scrivi il codice')
})
