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

test('a message names the listed recipients by the state of their e-mail, and counts the others', () => {
  const message: SentMessage = {
    id: 'm',
    subject: 'Aula nuova',
    text: 'Ciao',
    attachments: [],
    createdAt: new Date(),
    by: null,
    undoneAt: null,
    people: 6,
    delivered: 4,
    queued: 0,
    undelivered: 1,
    recipients: [
      { name: 'Ada Prova', state: 'undelivered', error: null },
      { name: 'Bea Prova', state: null, error: null },
    ],
  }
  const page = pageOf({}, [message])
  expect(page).toContain('<b>Non l’hanno ricevuto:</b> Ada Prova')
  expect(page).toContain('Bea Prova')
  expect(page).not.toContain('<b></b>')
  expect(page).toContain('e altre 4 persone')
  expect(pageOf({}, [{ ...message, people: 3 }])).toContain('e un’altra persona')
  expect(pageOf({}, [{ ...message, people: 2 }])).not.toMatch(/e altre|e un’altra/)
})
