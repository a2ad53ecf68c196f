import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aMailServer, sendBy } from '../../tests/mail-server'
import { aContext, aRequest, aVisitor } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { databaseDown, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { contactSubmissions, outgoingMail } from '../database/schema'
import { createFormTimestamp } from '../http/form-timestamp.server'
import { runMailSender } from '../mail/sender.server'
import { smtp } from '../mail/smtp.server'
import { env } from '../runtime/env.server'

// A message reaches the office while the database, or the mail server, or for a while both are away.

const NOWHERE = 'smtp://127.0.0.1:1'
const MESSAGE = 'Quando comincia?'
const FORM = {
  fullName: 'Ada Maria Rossi',
  email: 'ada@example.it',
  phone: '0736 123456',
  company: 'Cantina Sociale',
  courseInterest: 'Marketing Strategico e Vendite 4.0',
  message: MESSAGE,
  privacy: 'on',
}
const CALL = {
  name: 'Ada',
  surname: 'Maria Rossi',
  email: FORM.email,
  phone: FORM.phone,
  message: MESSAGE,
}

let site: Awaited<ReturnType<typeof wholeSite>>
let past: string
beforeAll(async () => {
  site = await wholeSite()
})
beforeEach(async () => {
  await emptyDatabase()
  past = await createFormTimestamp(Date.now() - 10_000)
})

const post = (path: string, type: string, body: string) =>
  site(
    aRequest(path, '', { method: 'POST', headers: { 'Content-Type': type }, body }),
    aContext(aVisitor().address),
  )
const byForm = (path = '/contatti') =>
  post(
    path,
    'application/x-www-form-urlencoded',
    new URLSearchParams({ ...FORM, timestamp: past }).toString(),
  )
const byProgram = () => post('/functions/v1/handle-contact-form', 'application/json', JSON.stringify(CALL))
const DOORS = [
  ['the form', byForm, 302],
  ['the function', byProgram, 200],
] as const

test.each(DOORS)(
  '%s: without a mail server it is stored, and mailed when there is one again',
  async (_name, send, ok) => {
    sendBy(NOWHERE)
    expect((await send()).status).toBe(ok)
    expect(await db.$count(contactSubmissions)).toBe(1)
    const sender = runMailSender((email, signal) => smtp(env.smtpUrl ?? '', env.mailFrom)(email, signal), {
      poll: 20,
      retryDelay: () => 0.02,
    })
    await vi.waitFor(async () =>
      expect(await db.select().from(outgoingMail)).toMatchObject([
        { lastError: expect.any(String) },
        { lastError: expect.any(String) },
      ]),
    )
    const server = await aMailServer()
    sendBy(server.url)
    await vi.waitFor(() => expect(server.received).toHaveLength(2), 5_000)
    await sender.stop()
    expect(server.received.map(({ subject }) => subject).toSorted()).toEqual([
      expect.stringMatching(/^Domanda ricevuta/),
      'Nuova richiesta di contatto: Ada Maria Rossi',
    ])
  },
)

test.each(DOORS)('%s: without a database it is mailed at once', async (_name, send, ok) => {
  const server = await aMailServer()
  sendBy(server.url)
  await databaseDown()
  expect((await send()).status).toBe(ok)
  expect(server.received).toMatchObject([
    { to: [{ address: env.officeEmail }], text: expect.stringContaining(MESSAGE) },
  ])
})

test('without both, the form says so beside itself and in a toast, and keeps what was typed', async () => {
  sendBy(NOWHERE)
  await databaseDown()
  expect((await byForm()).status).toBe(503)
  const response = await byForm('/contatti.data')
  expect(response.status).toBe(503)
  const text = await response.text()
  for (const value of Object.values(FORM)) expect(text).toContain(JSON.stringify(value))
  for (const part of ['"problem"', '"toasts"', '"destructive"', '"Errore"']) expect(text).toContain(part)
  expect(text).toContain("Si è verificato un errore durante l'invio. Riprova più tardi.")
})

test('without both, a program gets an error', async () => {
  sendBy(NOWHERE)
  await databaseDown()
  const response = await byProgram()
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ error: "Errore durante l'invio del modulo" })
})
