import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import MessagesScreen from './messages.screen'
import type { SentMessage } from './queries.server'

/** The text of the page with these written messages. */
function pageOf(facts: { isCancelled?: boolean; hasReminders?: boolean }, messages: SentMessage[] = []) {
  const course = { id: 'c', title: 'Ceramica', isCancelled: false, hasReminders: false, ...facts }
  const loaderData = {
    course,
    planned: [],
    sentReminders: [],
    messages,
    newMessageId: null,
    openMessageId: null,
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

test('a list of the newest messages leads to all of them', () => {
  const message: SentMessage = {
    id: 'm',
    subject: 'Aula nuova',
    text: 'Ciao',
    attachments: [],
    createdAt: new Date(),
    by: null,
    undoneAt: null,
    total: 34,
    people: 2,
    delivered: 0,
    queued: 0,
    undelivered: 0,
    recipients: [],
  }
  expect(pageOf({}, [message])).toContain('href="/admin/courses/c/messaggi?tutti=1"')
  expect(pageOf({}, [message])).toContain('Mostra tutti (34)')
  expect(pageOf({}, [{ ...message, total: 1 }])).not.toContain('Mostra tutti')
})
