import { asc, sql } from 'drizzle-orm'
import { createElement } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aMailServer, aSilentServer, messageIn, refusal } from '../../tests/mail-server'
import { aMember, emptyDatabase } from '../../tests/world'
import { db, inTransaction } from '../database/client.server'
import { formerEmails, outgoingMail, profiles } from '../database/schema'
import { newToken } from '../runtime/token.server'
import { enqueueEmail } from './outbox.server'
import { retryDelay, runMailSender } from './sender.server'
import { type Deliver, smtp, TIME_LIMITS } from './smtp.server'

/** The suite runs other tests at the same time. */
const eventually = (look: () => Promise<void>, options = { timeout: 10_000 }) => vi.waitFor(look, options)

const FROM = { name: 'Accademia Truentum', address: 'segreteria@example.org' }
const AT_ONCE = { poll: 20, retryDelay: () => 0.02 }
const LATER = { poll: 20, retryDelay: () => 3600 }

beforeEach(emptyDatabase)

const write = (subject: string, toMany = false) =>
  inTransaction((tx) =>
    enqueueEmail(tx, {
      kind: 'prova',
      toMany,
      to: { name: 'Giulia', address: 'giulia@example.org' },
      subject,
      content: createElement('p', null, 'Perché è così'),
    }),
  )

const outbox = () => db.select().from(outgoingMail).orderBy(asc(outgoingMail.id))

function run(deliver: Deliver, pace: Parameters<typeof runMailSender>[1] = AT_ONCE) {
  const sender = runMailSender(deliver, pace)
  onTestFinished(() => sender.stop())
  return sender
}

test('a committed e-mail is sent, one that is rolled back never was', async () => {
  const { url, received } = await aMailServer()
  run(smtp(url, FROM))
  const rollback = inTransaction(async () => {
    await write('Annullata')
    throw new Error('annulla')
  })
  await expect(rollback).rejects.toThrow('annulla')
  await write('Confermata')
  await eventually(async () => expect(await outbox()).toMatchObject([{ sentAt: expect.any(Date) }]))
  expect(received.map((email) => email.subject)).toEqual(['Confermata'])
  expect(await outbox()).toMatchObject([{ attempts: 1, leasedBy: null, leasedUntil: null, lastError: null }])
})

test.each([
  [552, '5.2.2 Mailbox full'],
  [550, '5.1.1 No such user'],
])(
  'an e-mail that is refused with %i while its person gets a new address goes there',
  async (code, words) => {
    const refusing = await aMailServer({
      onRcptTo: async ({ address }, _session, reply) => {
        if (address !== 'ada@prima.example') return reply()
        await db.update(profiles).set({ email: 'ada@nuova.example' })
        await db.insert(formerEmails).values({ userId: ada.id, email: address, proven: true })
        reply(refusal(code, words))
      },
    })
    const ada = await aMember('ada', { email: 'ada@prima.example' })
    const toName = 'Ada'
    const email = { toName, toAddress: ada.email, subject: 'Sei dentro', html: '', text: 'Sei dentro' }
    await db.insert(outgoingMail).values({ ...email, kind: 'request-approved' })
    run(smtp(refusing.url, FROM), LATER)
    await eventually(async () => expect(await outbox()).toMatchObject([{ sentAt: expect.any(Date) }]))
    expect(await outbox()).toMatchObject([{ toAddress: 'ada@nuova.example', attempts: 2, failedAt: null }])
  },
)

test('a temporary refusal is retried until it succeeds', async () => {
  let asked = 0
  const { url, received } = await aMailServer({
    onRcptTo: (_to, _session, reply) => (++asked < 3 ? reply(refusal(451, 'Greylisted')) : reply()),
  })
  await write('Prima o poi')
  run(smtp(url, FROM))
  await eventually(async () =>
    expect(await outbox()).toMatchObject([{ attempts: 3, sentAt: expect.any(Date), lastError: null }]),
  )
  expect(received).toHaveLength(1)
})

test('an e-mail that a clock ahead has put off for a year is sent', async () => {
  const { url } = await aMailServer()
  await write('Dal futuro')
  const aYear = sql`now() + interval '1 year'`
  await db.update(outgoingMail).set({ dueAt: aYear, leasedUntil: aYear, leasedBy: 'gone' })
  run(smtp(url, FROM))
  await eventually(async () => expect(await outbox()).toMatchObject([{ sentAt: expect.any(Date) }]))
})

test('after a failure an e-mail waits, and the next one goes ahead', async () => {
  let asked = 0
  const { url } = await aMailServer({
    onRcptTo: (_to, _session, reply) => (++asked === 1 ? reply(refusal(451, 'Greylisted')) : reply()),
  })
  await write('Uno')
  await write('Due')
  run(smtp(url, FROM), LATER)
  await eventually(async () =>
    expect(await outbox()).toMatchObject([
      {
        attempts: 1,
        sentAt: null,
        failedAt: null,
        leasedBy: null,
        lastError: expect.stringContaining('451'),
      },
      { attempts: 1, sentAt: expect.any(Date) },
    ]),
  )
  const [email] = await outbox()
  expect(Number(email?.dueAt) - Date.now()).toBeGreaterThan(3_500_000)
})

test('a server that works is asked again for five days, then the e-mail is given up', async () => {
  const { url } = await aMailServer({
    onRcptTo: (_to, _session, reply) => reply(refusal(552, '5.2.2 Mailbox full')),
  })
  await write('Casella piena')
  run(smtp(url, FROM))
  await eventually(async () =>
    expect(await outbox()).toMatchObject([{ failedAt: null, refusedSince: expect.any(Date) }]),
  )
  const waiting = await outbox()
  await eventually(async () => expect((await outbox())[0]?.attempts).toBeGreaterThan(20))
  expect(await outbox()).toMatchObject([{ failedAt: null, refusedSince: waiting[0]?.refusedSince }])
  await db.update(outgoingMail).set({ refusedSince: sql`now() - interval '5 days 1 second'` })
  const lastError = expect.stringContaining('Mailbox full')
  await eventually(async () =>
    expect(await outbox()).toMatchObject([{ failedAt: expect.any(Date), lastError }]),
  )
})

test('an outage of the server is never final, however long; afterwards the five days begin anew', async () => {
  let isAway = true
  const { url } = await aMailServer({
    onConnect: (_session, reply) => (isAway ? reply(refusal(554, 'No service')) : reply()),
    onRcptTo: (_to, _session, reply) => reply(refusal(451, 'Greylisted')),
  })
  await write('Dopo il guasto')
  const aMonth = sql`now() - interval '30 days'`
  await db.update(outgoingMail).set({ createdAt: aMonth, refusedSince: aMonth, attempts: 700 })
  run(smtp(url, FROM))
  await eventually(async () => expect((await outbox())[0]?.attempts).toBeGreaterThan(705))
  expect(await outbox()).toMatchObject([{ failedAt: null, refusedSince: null }])
  isAway = false
  await eventually(async () => expect(await outbox()).toMatchObject([{ refusedSince: expect.any(Date) }]))
  expect(await outbox()).toMatchObject([{ failedAt: null }])
})

test('an e-mail to an address that does not exist is given up at once', async () => {
  const { url } = await aMailServer({
    onRcptTo: (_to, _session, reply) => reply(refusal(550, '5.1.1 No such user')),
  })
  await write('Nessuno')
  run(smtp(url, FROM))
  const lastError = expect.stringContaining('No such user')
  await eventually(async () =>
    expect(await outbox()).toMatchObject([
      { attempts: 1, sentAt: null, failedAt: expect.any(Date), lastError },
    ]),
  )
})

test('what somebody waits for leaves before what tells many people the same', async () => {
  const { url, received } = await aMailServer()
  await write('A molti 1', true)
  await write('A molti 2', true)
  await write('Conferma')
  await write('Posto')
  run(smtp(url, FROM))
  await eventually(async () => expect(received).toHaveLength(4))
  expect(received.map(({ subject }) => subject)).toEqual(['Conferma', 'Posto', 'A molti 1', 'A molti 2'])
})

test('one connection carries many e-mails, and is closed when the sender stops', async () => {
  let [connections, open] = [0, 0]
  const { url, received } = await aMailServer({
    onConnect: (_session, reply) => {
      connections += 1
      open += 1
      reply()
    },
    onClose: () => {
      open -= 1
    },
  })
  for (let number = 0; number < 30; number++) await write(`Lettera ${number}`)
  const sender = run(smtp(url, FROM))
  await eventually(async () => expect(received).toHaveLength(30))
  expect(connections).toBe(1)
  await sender.stop()
  await eventually(async () => expect(open).toBe(0))
})

test('an e-mail that has left keeps no secret of its links', async () => {
  const { url, received } = await aMailServer()
  const token = newToken()
  const link = `https://www.example.it/auth/nuova-password?token=${token}`
  await inTransaction((tx) =>
    enqueueEmail(tx, {
      kind: 'prova',
      to: { name: 'Giulia', address: 'giulia@example.org' },
      subject: 'Recupero',
      content: createElement('p', null, createElement('a', { href: link }, 'Reimposta')),
    }),
  )
  run(smtp(url, FROM))
  await eventually(async () => expect(await outbox()).toMatchObject([{ sentAt: expect.any(Date) }]))
  expect(received[0]?.text).toContain(link)
  expect(received[0]?.html).toContain(link)
  expect(JSON.stringify(await outbox())).not.toContain(token)
})

test('several senders send each e-mail once', async () => {
  const { url, received } = await aMailServer()
  const subjects = Array.from({ length: 20 }, (_, number) => `Lettera ${number}`)
  for (const subject of subjects) await write(subject)
  for (let senders = 0; senders < 6; senders++) run(smtp(url, FROM))
  await eventually(async () => expect((await outbox()).filter((email) => email.sentAt)).toHaveLength(20), {
    timeout: 10_000,
  })
  expect(received.map((email) => email.subject).sort()).toEqual(subjects.sort())
})

test('an e-mail whose sender died is sent by another; a late result of the first is ignored', async () => {
  const asleep = Promise.withResolvers<void>()
  await write('Contesa')
  const first = run(async () => {
    await asleep.promise
    return { error: 'sono tornato', cause: 'server' }
  })
  await eventually(async () => expect(await outbox()).toMatchObject([{ attempts: 1 }]))
  await db.update(outgoingMail).set({ leasedUntil: new Date(0) })
  const { url } = await aMailServer()
  run(smtp(url, FROM))
  await eventually(async () => expect(await outbox()).toMatchObject([{ sentAt: expect.any(Date) }]))
  asleep.resolve()
  await first.stop()
  expect(await outbox()).toMatchObject([{ attempts: 2, failedAt: null, lastError: null }])
})

test('an attempt lasts longer than a server may be silent, and the lease longer than the attempt', async () => {
  const deadlines = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => deadlines.mockRestore())
  await write('Lenta')
  let leaseLeft = 0
  run(async () => {
    const [email] = await outbox()
    leaseLeft = Number(email?.leasedUntil) - Date.now()
    return 'sent'
  })
  await eventually(async () => expect(await outbox()).toMatchObject([{ sentAt: expect.any(Date) }]))
  const deadline = deadlines.mock.calls.at(-1)?.[0] ?? 0
  // A message of 14 MB, the largest, has at least two minutes to leave before the silence begins.
  expect(deadline).toBeGreaterThanOrEqual(TIME_LIMITS.socketTimeout + 120_000)
  expect(leaseLeft).toBeGreaterThan(deadline)
})

test('stopping lets the e-mail in flight arrive and leaves the others', async () => {
  const arrived = Promise.withResolvers<() => void>()
  const { url } = await aMailServer({
    onData: async (stream, _session, reply) => {
      await messageIn(stream)
      arrived.resolve(reply)
    },
  })
  await write('In volo')
  await write('Dopo')
  const sender = run(smtp(url, FROM))
  const accept = await arrived.promise
  const stopped = sender.stop()
  accept()
  await stopped
  expect(await outbox()).toMatchObject([{ sentAt: expect.any(Date) }, { attempts: 0, sentAt: null }])
})

test('stopping does not wait for a server that hangs; the e-mail stays in the outbox', async () => {
  const { url } = await aSilentServer('220 ciao\r\n')
  await write('Appesa')
  const sender = run(smtp(url, FROM), { ...LATER, grace: 50 })
  await eventually(async () => expect(await outbox()).toMatchObject([{ attempts: 1 }]))
  const start = performance.now()
  await sender.stop()
  expect(performance.now() - start).toBeLessThan(1_000)
  expect(await outbox()).toMatchObject([{ sentAt: null, failedAt: null, leasedBy: null }])
})

test('the delay doubles, with a fifth of chance, up to an hour', () => {
  expect([1, 2, 3, 8].map((attempt) => retryDelay(attempt, () => 0.5))).toEqual([4, 16, 64, 3600])
  expect(retryDelay(1, () => 0)).toBeCloseTo(3.2)
  expect(retryDelay(1, () => 1)).toBeCloseTo(4.8)
  expect(retryDelay(30, () => 1)).toBe(3600)
})
