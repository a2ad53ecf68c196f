import { createElement, type ReactElement } from 'react'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { sendBy } from '../../tests/mail-server'
import { emptyDatabase } from '../../tests/world'
import { db, inTransaction } from '../database/client.server'
import { outgoingMail } from '../database/schema'
import { env } from '../runtime/env.server'
import { newToken } from '../runtime/token.server'
import { type Email, emailById, enqueueEmail, searchEmails } from './outbox.server'

const mail: Email = {
  kind: 'prova',
  to: { name: 'Giulia Rossi', address: 'giulia@example.org' },
  subject: 'Oggetto',
  content: createElement('p', null, 'Perché è così'),
}

beforeEach(emptyDatabase)

const write = (facts: Partial<Email> = {}) => inTransaction((tx) => enqueueEmail(tx, { ...mail, ...facts }))

describe('posting', () => {
  test('writes both versions', async () => {
    await write()
    const [row] = await db.select().from(outgoingMail)
    expect(row).toMatchObject({
      kind: 'prova',
      toName: 'Giulia Rossi',
      toAddress: 'giulia@example.org',
      replyTo: null,
    })
    expect(row?.html).toContain('<p>Perché è così</p>')
    expect(row?.text).toBe('Perché è così')
  })

  test.each<
    [string, Partial<Email>, { toName?: string; toAddress?: string; replyTo?: string; subject?: string }]
  >([
    [
      'lines in a subject',
      { subject: 'Ciao\r\nBcc: terzo@example.org\r\n\r\nTesto' },
      { subject: 'Ciao Bcc: terzo@example.org Testo' },
    ],
    [
      'NUL and text-direction characters in a name',
      { to: { name: 'Eva\0 \u202elive', address: 'e@example.org' } },
      { toName: 'Eva live' },
    ],
    [
      'a second address',
      { to: { name: '', address: 'a@example.org, b@example.org' } },
      { toAddress: 'a@example.orgb@example.org' },
    ],
    [
      'headers in an address',
      { to: { name: '', address: 'a@example.org>\r\nRCPT TO:<b@example.org' } },
      { toAddress: 'a@example.orgRCPTTOb@example.org' },
    ],
    [
      'headers in the address of the answer',
      { replyTo: 'a@example.org>\r\nBcc: <b@example.org' },
      { replyTo: 'a@example.orgBccb@example.org' },
    ],
  ])('makes %s harmless', async (_what, facts, stored) => {
    await write(facts)
    expect(await db.select().from(outgoingMail)).toMatchObject([stored])
  })

  test('NUL characters and markup in the content are harmless', async () => {
    await write({ content: createElement('p', null, 'Corso\0 <script>alert(1)</script>') })
    const [row] = await db.select().from(outgoingMail)
    expect(row?.html).toContain('Corso &lt;script&gt;')
    expect(row?.text).toBe('Corso <script>alert(1)</script>')
  })
})

describe('the list of the office', () => {
  test('distinguishes waiting, sent and undelivered e-mails', async () => {
    const facts = { kind: 'prova', toName: '', toAddress: 'a@example.org', subject: '', html: '', text: '' }
    await db
      .insert(outgoingMail)
      .values([facts, { ...facts, sentAt: new Date() }, { ...facts, failedAt: new Date(), lastError: '550' }])
    expect(await searchEmails([], 50)).toMatchObject([
      { state: 'undelivered', lastError: '550' },
      { state: 'sent' },
      { state: 'queued', lastError: null },
    ])
  })

  test('opens one e-mail', async () => {
    await write()
    const [listed] = await searchEmails([], 50)
    expect(await emailById(listed?.id ?? 0)).toMatchObject({ ...listed, text: 'Perché è così' })
    expect(await emailById(0)).toBeUndefined()
  })
})

describe('an e-mail with a link that lets in whoever opens it', () => {
  const LINK = `${env.publicOrigin}/auth/nuova-password?token=${newToken()}`

  async function textOnScreen(content: ReactElement): Promise<string | null | undefined> {
    await write({ content })
    const [listed] = await searchEmails([], 50)
    return (await emailById(listed?.id ?? 0))?.text
  }

  const withLink = () =>
    textOnScreen(createElement('p', null, createElement('a', { href: LINK }, 'Reimposta')))

  test('is read where no mail server delivers it, on a machine that is not public', async () => {
    expect(await withLink()).toContain(LINK)
  })

  test('is not shown with a mail server', async () => {
    sendBy('smtp://127.0.0.1:1')
    expect(await withLink()).toBeNull()
    expect(await textOnScreen(createElement('p', null, 'Senza link'))).toBe('Senza link')
  })

  test('is not shown on a public machine', async () => {
    env.isPublic = true
    onTestFinished(() => {
      env.isPublic = false
    })
    expect(await withLink()).toBeNull()
  })
})
