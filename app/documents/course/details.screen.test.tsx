import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import Details from './details.screen'

test('a refused description is announced, with a link to its field', () => {
  const props = {
    loaderData: { id: 'd', fileName: 'Note.txt', description: null, visibility: 'iscritti' },
    actionData: {
      description: 'x',
      visibility: 'iscritti',
      errors: { newDescription: 'Al massimo 500 caratteri' },
    },
    params: { document: 'd' },
  } as unknown as ComponentProps<typeof Details>
  const router = createMemoryRouter([{ path: '/', element: <Details {...props} /> }], {
    initialEntries: ['/?modifica=1'],
  })
  const page = renderToStaticMarkup(<RouterProvider router={router} />)
  expect(page).toMatch(/role="alert".*<a href="#newDescription">Al massimo 500 caratteri/)
  expect(page).toContain('<title>Errore: ')
})
