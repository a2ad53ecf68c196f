import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { SIGN_INS_SHOWN } from '../sign-in-log/rules'
import Sessions from './sessions.screen'

/** The page with so many events. */
function pageWith(count: number): string {
  const event = { at: new Date(), outcome: 'wrong-password', device: '', network: '', isCurrent: false }
  const events = Array.from({ length: count }, (_, id) => ({ id, ...event }))
  const props = { loaderData: { openSessions: [], events } }
  const element = <Sessions {...(props as unknown as ComponentProps<typeof Sessions>)} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('a full table leads to the copy of the data, which has all events', () => {
  expect(pageWith(SIGN_INS_SHOWN)).toContain('<a href="/dashboard/account#copia"')
  expect(pageWith(SIGN_INS_SHOWN - 1)).not.toContain('#copia')
})
