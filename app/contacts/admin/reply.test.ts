import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aPerson, aRequest, cookieOf, emailsTo, PASSWORD } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { anAdmin, aSubmission, emptyDatabase } from '../../../tests/world'
import { type Admin, SYSTEM } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, contactReplies, contactSubmissions, outgoingMail } from '../../database/schema'
import { deleteAccount } from '../../privacy/commands.server'
import { dataOf } from '../../privacy/queries.server'
import { forgetExpired } from '../../privacy/retention.commands.server'
import { env } from '../../runtime/env.server'
import { handleContact, replyToContact } from './commands.server'
import { repliesTo, searchContacts } from './queries.server'

const OK = { ok: true }
const EMAIL = 'bea@example.it'

let admin: Admin
let id: string
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin()
  const [row] = await db.insert(contactSubmissions).values(aSubmission()).returning()
  id = row?.id ?? ''
})

const reply = (text = 'Sì, si può.\r\n\r\n\r\nA presto', key: string = randomUUID(), shownReplies = 0) =>
  replyToContact(admin, id, { key, text, shownReplies })

test('the words of a reply find its message, with those of the message', async () => {
  const found = async (text: string) => (await searchContacts(admin, text, 5)).map((contact) => contact.id)
  expect(await found('rimborso')).toEqual([])
  expect(await reply('Il rimborso arriva venerdì')).toEqual(OK)
  expect(await reply('Il bonifico è partito', randomUUID(), 1)).toEqual(OK)
  for (const text of ['rimborso', 'Verdi rimborso', 'rimborso bonifico', 'venerdi'])
    expect(await found(text), text).toEqual([id])
  for (const text of ['rimborso Rossi', "''", '%%']) expect(await found(text), text).toEqual([])
})

test('strangers and members send no reply', async () => {
  const site = await wholeSite()
  const cookie = await cookieOf((await aPerson('ada')).email)
  const body = new URLSearchParams({ intent: 'reply', reply: 'Ciao', key: randomUUID() }).toString()
  const init = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body }
  for (const who of ['', cookie])
    expect((await site(aRequest(`/admin/contacts/${id}`, who, init))).headers.get('Location')).toMatch(
      /^\/(auth)?$/,
    )
  expect(await emailsTo(EMAIL)).toEqual([])
})

test('a reply is mailed with the message below it, kept, and the message is handled', async () => {
  expect(await reply()).toEqual(OK)
  const [email] = await db.select().from(outgoingMail)
  expect(email).toMatchObject({
    ...{ kind: 'contact-reply', toName: 'Bea Verdi', toAddress: EMAIL, replyTo: env.officeEmail },
    subject: 'Re: Uno',
  })
  expect(email?.text).toMatch(/Sì, si può\.\s+A presto\s+Ci avevi scritto (?:il |l’)\d+º? \S+ \d{4}:\s+> Tre/)
  expect(await repliesTo(admin, id)).toMatchObject([{ text: 'Sì, si può.\n\nA presto', by: 'Carla Prova' }])
  expect(await db.select().from(contactSubmissions)).toMatchObject([{ handledAt: expect.any(Date) }])
  const [entry] = await db.select().from(auditLogs)
  expect(entry?.details).toMatchObject({ old: { handledAt: null }, reply: 'sent' })
  expect(JSON.stringify(entry?.details)).not.toContain('presto')
})

test('a handled message is answered again, and stays handled since then', async () => {
  await handleContact(admin, id)
  const [before] = await db.select().from(contactSubmissions)
  expect(await reply('Ancora una cosa')).toEqual(OK)
  expect(await db.select().from(contactSubmissions)).toMatchObject([
    { handledAt: before?.handledAt, note: null },
  ])
})

test('the same form twice, at once or later, is one reply', async () => {
  const key = randomUUID()
  expect(await Promise.all([reply('Ecco', key), reply('Ecco', key)])).toEqual([OK, OK])
  expect(await reply('Ecco', key)).toEqual(OK)
  expect(await db.$count(contactReplies)).toBe(1)
  expect(await emailsTo(EMAIL)).toHaveLength(1)
})

test('a reply beside one that its author has not seen is refused, until the form shows that one', async () => {
  expect(await Promise.all([reply('Sì'), reply('No')])).toContainEqual(OK)
  expect(await emailsTo(EMAIL)).toHaveLength(1)
  expect(await reply('No')).toMatchObject({ refusal: 'replied-meanwhile' })
  expect(await reply('Anzi: no', randomUUID(), 1)).toEqual(OK)
  expect(await emailsTo(EMAIL)).toHaveLength(2)
})

test('an empty, too long or lost reply is refused, and a colleague’s note stays', async () => {
  expect(await reply(' \n ')).toMatchObject({ refusal: 'empty-reply' })
  expect(await reply('x'.repeat(3001))).toMatchObject({ refusal: 'long-reply' })
  expect(await reply('x'.repeat(3000), 'x')).toMatchObject({ refusal: 'unknown-contact' })
  await db.update(contactSubmissions).set({ note: 'Di un collega' })
  const typedNote = { note: 'Mia', before: '' }
  const typedReply = { key: randomUUID(), text: 'Ecco', shownReplies: 0 }
  const decision = await replyToContact(admin, id, typedReply, typedNote)
  expect(decision).toMatchObject({ refusal: 'note-changed' })
  expect(await db.$count(contactReplies)).toBe(0)
  await db.delete(contactSubmissions)
  expect(await reply('Ecco')).toMatchObject({ refusal: 'unknown-contact' })
  expect(await db.$count(outgoingMail)).toBe(0)
})

test('replies are in the copy of the data, and go with the message', async () => {
  const bea = await aPerson('bea')
  await reply('Ecco')
  expect((await dataOf(bea)).messaggi_inviati).toMatchObject([{ risposte: [{ testo: 'Ecco' }] }])
  await deleteAccount(bea, PASSWORD)
  expect(await db.$count(contactReplies)).toBe(0)
  expect(await db.$count(outgoingMail, eq(outgoingMail.kind, 'contact-reply'))).toBe(0)

  const [old] = await db
    .insert(contactSubmissions)
    .values(aSubmission({ handledAt: new Date('2020-01-01') }))
    .returning()
  const replies = { id: randomUUID(), contactId: old?.id ?? '', text: 'Ecco', writtenBy: admin.id }
  await db.insert(contactReplies).values(replies)
  await forgetExpired(SYSTEM)
  expect(await db.$count(contactReplies)).toBe(0)
})
