import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { withUndo } from '../../tests/decisions'
import { aPerson, aRequest, cookieOf, emailsTo } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aMember, anAdmin, emptyDatabase } from '../../tests/world'
import type { Admin, Member } from '../accounts/rules'
import { db } from '../database/client.server'
import { auditLogs, outgoingMail, personMessages } from '../database/schema'
import { dataOf } from '../privacy/queries.server'
import { undoDecision } from '../undo/commands.server'
import { decisionsPage } from '../undo/queries.server'
import { writeToPerson } from './message.commands.server'
import { personMessagesTo } from './message.queries.server'

let admin: Admin
let ada: Member
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin()
  ada = await aMember('ada')
})

const LETTER = { subject: ' Il tuo\nposto ', text: 'Ti aspettiamo.\n\nA sabato.' }
const write = (facts: Partial<typeof LETTER> = {}, key: string = randomUUID()) =>
  writeToPerson(admin, ada.id, { ...LETTER, ...facts, key })

test('a message is mailed, kept in the history of the person, and logged without its words', async () => {
  expect(await write()).toMatchObject({ ok: true })
  const [email] = await emailsTo(ada.email)
  expect(email?.kind).toBe('person-message')
  expect(email?.text).toContain('Ti aspettiamo.\n\nA sabato.')
  expect(await personMessagesTo(admin, ada.id, 5)).toMatchObject([
    { subject: 'Il tuo posto', text: LETTER.text, by: 'Carla Prova' },
  ])
  expect(await db.select().from(auditLogs)).toMatchObject([
    { userId: admin.id, action: 'create', entityType: 'person_messages', details: { email: ada.email } },
  ])
  expect(await dataOf(ada)).toMatchObject({ messaggi_personali: [{ oggetto: 'Il tuo posto' }] })
})

test('the same form sends one message, also at the same moment', async () => {
  const key = randomUUID()
  const outcomes = await Promise.all([write({}, key), write({}, key)])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await write({}, key)).toMatchObject({ refusal: 'sent-twice' })
  expect(await db.$count(outgoingMail)).toBe(1)
  expect(await db.$count(personMessages)).toBe(1)
})

test('nothing is sent without words, nor to nobody', async () => {
  expect(await write({ subject: ' ' })).toMatchObject({ refusal: 'no-subject' })
  expect(await write({ text: '' })).toMatchObject({ refusal: 'no-text' })
  expect(await write({ text: 'a'.repeat(4_001) })).toMatchObject({ refusal: 'long-text' })
  for (const id of ['nessuno', '../ada'])
    expect(await writeToPerson(admin, id, { ...LETTER, key: randomUUID() })).toMatchObject({
      refusal: 'unknown-person',
    })
  expect(await db.$count(outgoingMail)).toBe(0)
})

test('a message is held, and taken back before it leaves', async () => {
  withUndo()
  const sent = await write()
  if (!sent.ok) throw new Error(sent.refusal)
  expect((await decisionsPage(admin, { after: '', before: '' })).decisions).toMatchObject([
    { kind: 'message', addressee: 'Ada Prova' },
  ])
  expect(await undoDecision(admin, sent.decision)).toMatchObject({ ok: true })
  expect(await db.$count(outgoingMail)).toBe(0)
  expect(await personMessagesTo(admin, ada.id, 5)).toMatchObject([
    { subject: 'Il tuo posto', text: LETTER.text, undoneAt: expect.any(Date) },
  ])
  expect(await dataOf(ada)).toMatchObject({ messaggi_personali: [] })
  expect((await db.select().from(auditLogs)).at(-1)).toMatchObject({
    action: 'update',
    entityType: 'person_messages',
    details: { undone: true, email: ada.email },
  })
})

test('the form begins with the words of a message to the same person, also of one that was taken back', async () => {
  withUndo()
  const sent = await write()
  if (!sent.ok) throw new Error(sent.refusal)
  await undoDecision(admin, sent.decision)
  const site = await wholeSite(await import('../entry.server'))
  const cookie = await cookieOf((await aPerson('dora', 'admin')).email)
  const pageOf = async (address: string) => (await site(aRequest(`/admin/people/${address}`, cookie))).text()
  const form = `${ada.id}/scrivi?base=${sent.decision}`
  expect(/<ul class="who-thread">.*?<\/ul>/s.exec(await pageOf(ada.id))?.[0]).toMatch(
    new RegExp(
      `Messaggio non inviato.*Il tuo posto.*Ti aspettiamo.*base=${sent.decision}.*Usa come base`,
      's',
    ),
  )
  expect(await pageOf(form)).toMatch(/value="Il tuo posto".*>Ti aspettiamo\.\s+A sabato\.<\/textarea>/s)
  const { id } = await aMember('bea')
  for (const other of [`${id}/scrivi?base=${sent.decision}`, `${ada.id}/scrivi?base=x`])
    expect(await pageOf(other)).not.toMatch(/>Ti aspettiamo\.\s+A sabato\.<\/textarea>/)
})
