import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import MoveOwn from './move-own.screen'

test('a missing choice of the edition is announced, with a link to the choice', () => {
  const edition = {
    id: 'b',
    startDate: '2027-01-23',
    place: 'Fermo',
    price: null,
    maxPartecipanti: null,
    seatsTaken: 0,
  }
  const props = {
    loaderData: { balance: null, editions: [edition], refusal: undefined },
    actionData: { errors: { course: 'Scegli un’edizione' } },
    params: { enrolment: 'e' },
  } as unknown as ComponentProps<typeof MoveOwn>
  const router = createMemoryRouter([{ path: '/', element: <MoveOwn {...props} /> }])
  const page = renderToStaticMarkup(<RouterProvider router={router} />)
  expect(page).toMatch(/role="alert".*<a href="#course">Scegli un’edizione/)
  expect(page).toMatch(/<fieldset[^>]* id="course" tabindex="-1"/)
})
