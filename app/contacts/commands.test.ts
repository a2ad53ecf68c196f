import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { aMailServer, sendBy } from '../../tests/mail-server'
import { aVisitor } from '../../tests/people'
import { aCourse, emptyDatabase } from '../../tests/world'
import { COURSE_INTERESTS } from '../content/interests'
import { db } from '../database/client.server'
import { auditLogs, contactSubmissions, courseSlugs, outgoingMail } from '../database/schema'
import { env } from '../runtime/env.server'
import { sendContact } from './commands.server'
import { allInterestOptions, interestOptions } from './queries.server'
import { replyLink, submissionFrom } from './rules'

beforeEach(emptyDatabase)

const submission = submissionFrom({
  fullName: 'Ada Rossi',
  email: 'ada@example.it',
  phone: '0736 123456',
  courseInterest: 'Marketing Strategico e Vendite 4.0',
  message: 'Quando comincia?',
})
const OK = { ok: true }
const stored = () => db.select().from(contactSubmissions)
const emails = () => db.select().from(outgoingMail).orderBy(outgoingMail.id)

/** Until the test is done, no message can be stored. */
async function breakStorage() {
  await db.execute(sql`alter table contact_submissions add constraint broken check (false) not valid`)
  onTestFinished(async () => {
    await db.execute(sql`alter table contact_submissions drop constraint broken`)
  })
}

describe('a message', () => {
  test('is stored with the version of the privacy notice, recorded, and sent to both', async () => {
    expect(await sendContact(aVisitor(), submission)).toEqual(OK)
    expect(await stored()).toMatchObject([{ ...submission, privacyVersion: '2025-05-02', handledAt: null }])
    expect(await db.select().from(auditLogs).orderBy(auditLogs.id)).toMatchObject([
      { action: 'create', entityType: 'contact_submissions', userId: null, details: {} },
    ])
    const [office, sender] = await emails()
    expect(office).toMatchObject({
      kind: 'contact-for-office',
      toAddress: env.officeEmail,
      replyTo: submission.email,
    })
    expect(office?.text).toContain('Quando comincia?')
    expect(office?.text).toContain(`${env.publicOrigin}/admin/contacts/${(await stored())[0]?.id}`)
    expect(office?.text).not.toContain('mailto:')
    expect(office?.html).toContain(replyLink(submission).replaceAll('&', '&amp;'))
    expect(sender).toMatchObject({ kind: 'contact-received', toName: '', toAddress: 'ada@example.it' })
    for (const typed of ['Quando comincia?', submission.surname]) expect(sender?.text).not.toContain(typed)
  })

  test('sent twice by the same form is one, other words are another', async () => {
    const visitor = aVisitor()
    await Promise.all([1, 2].map(() => sendContact(visitor, submission, 'form')))
    expect(await stored()).toHaveLength(1)
    expect(await emails()).toHaveLength(2)
    await sendContact(visitor, { ...submission, message: 'Altro' }, 'form')
    await sendContact(visitor, submission, 'another form')
    expect(await stored()).toHaveLength(3)
  })

  test('of any alphabet and length comes through as it is', async () => {
    const hostile = { ...submission, name: `'";--%_\\ <b>`, message: `{{7*7}} ${'è'.repeat(3000)}` }
    expect(await sendContact(aVisitor(), hostile)).toEqual(OK)
    expect(await stored()).toMatchObject([hostile])
    expect((await emails())[0]?.html).toContain('&lt;b&gt;')
  })
})

describe('limits', () => {
  test('one address sends so many messages and no more', async () => {
    const visitor = aVisitor()
    for (let i = 0; i < 5; i++) expect(await sendContact(visitor, submission)).toEqual(OK)
    expect(await sendContact(visitor, submission)).toMatchObject({ ok: false, refusal: 'limited' })
    expect(await stored()).toHaveLength(5)
  })

  test('one mailbox gets so many acknowledgements, the office gets every message', async () => {
    for (let i = 0; i <= 3; i++) await sendContact(aVisitor(), submission)
    const kinds = (await emails()).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'contact-received')).toHaveLength(3)
    expect(kinds.filter((kind) => kind === 'contact-for-office')).toHaveLength(4)
  })
})

describe('when it cannot be stored', () => {
  test('the office is mailed at once', async () => {
    await breakStorage()
    const server = await aMailServer()
    sendBy(server.url)
    expect(await sendContact(aVisitor(), submission)).toEqual(OK)
    expect(server.received).toMatchObject([
      {
        to: [{ address: env.officeEmail }],
        replyTo: [{ address: submission.email }],
        subject: 'Nuova richiesta di contatto: Ada Rossi',
      },
    ])
    expect(server.received[0]?.text).toContain('Quando comincia?')
    expect(server.received[0]?.text).not.toContain('/admin/contacts')
    expect(await emails()).toEqual([])
  })

  test('only when that fails too the error is raised', async () => {
    await breakStorage()
    for (const url of [undefined, 'smtp://127.0.0.1:1']) {
      sendBy(url)
      await expect(sendContact(aVisitor(), submission)).rejects.toThrow("Errore durante l'invio del modulo")
    }
  })
})

describe('the options', () => {
  test('are the six and every published or coming course, once', async () => {
    await aCourse({ slug: 'uno', title: 'Uno' })
    const { id } = await aCourse({ slug: 'due', title: 'Due', comingSoon: true })
    await db.insert(courseSlugs).values({ slug: 'prima', courseId: id })
    await aCourse({ title: COURSE_INTERESTS[0] })
    await aCourse({ title: 'Concluso' }, [{ startDate: '2020-01-01' }])
    await aCourse({ title: 'Eliminato', archivedAt: new Date() })
    const { options, chosen } = await interestOptions('due')
    expect(options.slice(0, 6)).toEqual([...COURSE_INTERESTS])
    expect(options.slice(6).toSorted()).toEqual(['Due', 'Uno'])
    expect(chosen).toBe('Due')
    expect((await interestOptions('prima')).chosen).toBe('Due')
    expect((await interestOptions('nessuno')).chosen).toBe('')
    expect((await interestOptions(null)).chosen).toBe('')
    expect((await allInterestOptions()).toSorted()).toEqual([...COURSE_INTERESTS, 'Due', 'Uno'].toSorted())
  })

  test.each<[string, object, string]>([
    ['concluded', { startDate: '2020-01-01', endDate: '2020-01-01' }, 'Bilancio'],
    ['cancelled', { cancelledAt: new Date() }, 'Bilancio'],
    ['deleted', { archivedAt: new Date() }, ''],
    ['a draft', { draft: true }, ''],
  ])('of a course that is %s, the chosen title', async (_state, facts, title) => {
    const { id } = await aCourse({ slug: 'bilancio', title: 'Bilancio', ...facts })
    await db.insert(courseSlugs).values({ slug: 'bilancio-prima', courseId: id })
    for (const slug of ['bilancio', 'bilancio-prima'])
      expect((await interestOptions(slug)).chosen, slug).toBe(title)
    expect((await interestOptions(null)).options).not.toContain('Bilancio')
  })
})
