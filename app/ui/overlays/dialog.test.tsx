import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { errorToast } from '../toast'
import { Dialog } from './dialog'

/** The heading of a dialog after its form was answered, as the server writes it. */
function headingAfter(result: unknown) {
  const dialog = (
    <Dialog title="Dati" closeTo="/">
      Testo
    </Dialog>
  )
  const routes = [{ id: 'dialog', path: '/', element: dialog }]
  const router = createMemoryRouter(routes, {
    hydrationData: { loaderData: {}, actionData: { dialog: result } },
  })
  return /<h2[^>]*>/.exec(renderToStaticMarkup(<RouterProvider router={router} />))?.[0]
}

test('without a script the heading takes the focus, unless a summary of errors does', () => {
  expect(headingAfter(undefined)).toMatch(/autofocus/i)
  expect(headingAfter({ errors: {}, toasts: [errorToast('Impossibile salvare')] })).toMatch(/autofocus/i)
  expect(headingAfter({ errors: { email: 'Scrivi un’email' } })).not.toMatch(/autofocus/i)
  expect(headingAfter({ problem: 'Il servizio non risponde' })).not.toMatch(/autofocus/i)
})
