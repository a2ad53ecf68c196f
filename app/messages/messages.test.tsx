import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import MessagesScreen from './messages.screen'

/** The text of the page without messages. */
function pageOf(facts: { isCancelled?: boolean; hasReminders?: boolean }) {
  const course = { id: 'c', title: 'Ceramica', isCancelled: false, hasReminders: false, ...facts }
  const loaderData = {
    course,
    planned: [],
    sentReminders: [],
    messages: [],
    newMessageId: null,
    toasts: [],
  }
  const page = { loaderData } as unknown as Parameters<typeof MessagesScreen>[0]
  const element = <MessagesScreen {...page} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('reminders whose day has passed, or has no date yet, are not said to be off', () => {
  expect(pageOf({})).toContain('promemoria che partono da soli sono spenti')
  expect(pageOf({ hasReminders: true })).toContain(
    'promemoria automatici sono accesi: si vedono in Panoramica',
  )
  for (const hasReminders of [true, false])
    expect(pageOf({ hasReminders, isCancelled: true })).not.toContain('promemoria')
})
