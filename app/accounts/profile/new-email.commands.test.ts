import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aPerson,
  aRequest,
  aVisitor,
  cookieOf,
  emailsTo,
  isSignedIn,
  linkTo,
  PASSWORD,
} from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { aMember, anAdmin, emptyDatabase } from '../../../tests/world'
import { historyOf } from '../../audit/person.queries.server'
import { db } from '../../database/client.server'
import { auditLogs, contactSubmissions, formerEmails, outgoingMail, profiles } from '../../database/schema'
import { personFacts } from '../../people/person.queries.server'
import { deleteAccount } from '../../privacy/commands.server'
import { dataOf } from '../../privacy/queries.server'
import { requestRecovery } from '../recovery/commands.server'
import type { Admin, Member } from '../rules'
import { memberOnConsole } from '../session/session.server'
import { signIn } from '../sign-in/commands.server'
import { signUp } from '../sign-up/commands.server'
import { confirmNewEmail, offerNewEmail } from './new-email.commands.server'

const OLD = 'ada@example.it'
const NEW = 'ada.nuova@example.org'
const OK = { ok: true }

let admin: Admin
let ada: Member
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin()
  ada = await aPerson('ada')
})

const offer = (email = NEW) => offerNewEmail(admin, ada.id, email)
const tokenTo = async (email = NEW) => (await linkTo(email)).get('token') ?? ''
const emailOf = async (id = ada.id) =>
  (await db.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, id)))[0]?.email
const kinds = async (email: string) => (await emailsTo(email)).map(({ kind }) => kind)

test('a stranger’s link changes nothing, and reading the page of a link neither', async () => {
  await offer()
  const token = await tokenTo()
  expect(await confirmNewEmail(aVisitor(), 'a'.repeat(32))).toMatchObject({ refusal: 'invalid-link' })
  expect(await confirmNewEmail(aVisitor(), '')).toMatchObject({ refusal: 'invalid-link' })
  const site = await wholeSite()
  for (let reading = 0; reading < 2; reading++)
    expect((await site(aRequest(`/auth/nuova-email?token=${token}`))).status).toBe(200)
  expect(await emailOf()).toBe(OLD)
  expect(await confirmNewEmail(aVisitor(), token)).toEqual({ ok: true, needsPassword: false })
})

test('e-mails that wait for the old address go to the new one, except a begun delivery and an offered seat', async () => {
  const later = new Date(Date.now() + 3_600_000)
  const inAMinute = new Date(Date.now() + 60_000)
  const rows = {
    undoable: { dueAt: inAMinute },
    refused: { attempts: 3, refusedSince: new Date(), dueAt: later },
    begun: { attempts: 1, leasedBy: 'sender', leasedUntil: later },
    sent: { sentAt: new Date() },
    offer: { text: 'https://example.org/offerte/abc' },
    code: { kind: 'recovery' },
  }
  for (const [subject, facts] of Object.entries(rows)) {
    const email = { toName: 'Ada', toAddress: OLD, subject, html: '', text: '', kind: 'request-approved' }
    await db.insert(outgoingMail).values({ ...email, ...facts })
  }
  await offer()
  await confirmNewEmail(aVisitor(), await tokenTo())

  const stored = new Map((await db.select().from(outgoingMail)).map((email) => [email.subject, email]))
  expect(stored.get('undoable')).toMatchObject({ toAddress: NEW, dueAt: inAMinute })
  const isDue = expect.toSatisfy((due: Date) => due < inAMinute)
  expect(stored.get('refused')).toMatchObject({ toAddress: NEW, refusedSince: null, dueAt: isDue })
  for (const subject of ['begun', 'sent', 'offer', 'code'])
    expect(stored.get(subject), subject).toMatchObject({ toAddress: OLD })
})

test('the new address confirms, the old one is told, and sign-in follows', async () => {
  const cookie = await cookieOf(OLD)
  expect(await offer(' Ada.Nuova@example.org ')).toEqual(OK)
  expect(await kinds(NEW)).toEqual(['confirm-new-email'])
  expect(await kinds(OLD)).toEqual(['new-email-asked'])
  expect(await personFacts(admin, ada.id)).toMatchObject({ email: OLD, offeredEmail: NEW })
  await requestRecovery(aVisitor(), OLD)
  const recovery = await tokenTo(OLD)

  const token = await tokenTo()
  expect(await confirmNewEmail(aVisitor(), token)).toEqual({ ok: true, needsPassword: false })
  expect(await confirmNewEmail(aVisitor(), token)).toMatchObject({ refusal: 'invalid-link' })
  expect(await emailOf()).toBe(NEW)
  expect(await isSignedIn(cookie)).toBe(true)
  expect(await signIn(aVisitor(), { email: NEW, password: PASSWORD })).toMatchObject(OK)
  expect(await signIn(aVisitor(), { email: OLD, password: PASSWORD })).toMatchObject({
    refusal: 'invalid-credentials',
  })
  const site = await wholeSite()
  const body = new URLSearchParams({ password: 'altra-frase-lunga', confirmPassword: 'altra-frase-lunga' })
  const reset = await site(
    aRequest(`/auth/nuova-password?token=${recovery}`, '', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    }),
  )
  expect(reset.status).toBe(400)
  const entries = await db
    .select()
    .from(auditLogs)
    .where(eq(auditLogs.entityId, ada.id))
    .orderBy(auditLogs.id)
  expect(entries.slice(-2)).toMatchObject([
    { userId: admin.id, details: { new: { email: NEW } } },
    { userId: ada.id, details: { old: { email: OLD }, new: { email: NEW } } },
  ])
})

test('the newest link counts, a form sent twice is one e-mail, and a link ends after a day', async () => {
  await offer()
  await offer()
  expect(await kinds(NEW)).toEqual(['confirm-new-email'])
  const first = await tokenTo()
  await offer('altra@example.org')
  expect(await confirmNewEmail(aVisitor(), first)).toMatchObject({ refusal: 'invalid-link' })
  await db.execute(sql`update verifications set expires_at = now() - interval '1 second'`)
  expect(await confirmNewEmail(aVisitor(), await tokenTo('altra@example.org'))).toMatchObject({
    refusal: 'invalid-link',
  })
  expect(await emailOf()).toBe(OLD)
  expect(await personFacts(admin, ada.id)).toMatchObject({ offeredEmail: null })
})

describe('an address with an account', () => {
  test('gets the same answer, and nobody is told', async () => {
    await aMember('bea')
    expect(await offer('bea@example.it')).toEqual(OK)
    expect(await db.$count(outgoingMail)).toBe(0)
    expect(await emailOf()).toBe(OLD)
  })

  test('that came meanwhile keeps it', async () => {
    await offer()
    const token = await tokenTo()
    await aMember('bea', { email: NEW })
    expect(await confirmNewEmail(aVisitor(), token)).toMatchObject({ refusal: 'email-taken' })
    expect(await emailOf()).toBe(OLD)
  })
})

test('an administrator’s e-mail, the same one and nobody’s are refused', async () => {
  expect(await offerNewEmail(admin, admin.id, NEW)).toMatchObject({ refusal: 'email-of-staff' })
  expect(await offer(OLD)).toMatchObject({ refusal: 'same-email' })
  expect(await offerNewEmail(admin, 'nessuno', NEW)).toMatchObject({ refusal: 'unknown-person' })
})

test('ten links an hour go to one address', async () => {
  for (let attempt = 0; attempt < 10; attempt++) {
    await db.execute(sql`update verifications set created_at = now() - interval '1 minute'`)
    expect(await offer()).toEqual(OK)
  }
  expect(await offer()).toMatchObject({ refusal: 'too-many-emails' })
})

test('an unconfirmed account is confirmed by it, without a word to the mistyped address', async () => {
  const facts = { email: 'tipo@example.org', firstName: 'Tea', lastName: 'Prova', password: PASSWORD }
  await signUp(aVisitor(), facts)
  const [tea] = await db.select().from(profiles).where(eq(profiles.email, facts.email))
  expect(await offerNewEmail(admin, tea?.id ?? '', NEW)).toEqual(OK)
  expect(await kinds(facts.email)).toEqual(['confirm-address'])
  expect(await confirmNewEmail(aVisitor(), await tokenTo())).toEqual({ ok: true, needsPassword: true })
  expect(await db.select().from(profiles).where(eq(profiles.email, NEW))).toMatchObject([
    { emailVerified: true },
  ])
  await requestRecovery(aVisitor(), NEW)
  expect((await kinds(NEW))[0]).toBe('recover-password')
})

test('what belonged to the former address is in the copy of the data, and goes with the account', async () => {
  const written = { name: 'Ada', surname: 'Prova', phone: '1', privacyVersion: '2025-05-02', email: OLD }
  await db.insert(contactSubmissions).values({ ...written, message: 'Da prima' })
  const entry = {
    action: 'delete',
    entityType: 'user_courses',
    entityId: 'x',
    details: { email: OLD },
  } as const
  await db.insert(auditLogs).values(entry)
  await offer()
  await confirmNewEmail(aVisitor(), await tokenTo())
  const member = await memberOnConsole(NEW)
  if (!member) throw new Error('Ada is gone')

  const copy = await dataOf(member)
  expect(copy.email_precedenti).toMatchObject([{ email: OLD }])
  expect(copy.messaggi_inviati).toMatchObject([{ messaggio: 'Da prima' }])
  expect(copy.email_ricevute.map(({ oggetto }) => oggetto)).toContain(
    'Il tuo indirizzo email sta per cambiare',
  )
  const deeds: string[] = []
  for await (const entries of historyOf(member)) deeds.push(...entries.map(({ azione }) => azione))
  expect(deeds).toContain('Eliminazione')

  expect(await deleteAccount(member, PASSWORD)).toMatchObject(OK)
  for (const table of ['profiles', 'former_emails', 'contact_submissions', 'audit_logs', 'verifications'])
    expect(JSON.stringify((await db.execute(sql.raw(`select * from ${table}`))).rows), table).not.toMatch(
      /ada@example\.it|ada\.nuova@/,
    )
  expect(await kinds(OLD)).toEqual([])
})

test('a former address that somebody else has now is theirs', async () => {
  await offer()
  await confirmNewEmail(aVisitor(), await tokenTo())
  await aMember('bea', { email: OLD })
  await db.insert(contactSubmissions).values({
    ...{ name: 'Bea', surname: 'Verdi', phone: '1', privacyVersion: '2025-05-02' },
    ...{ email: OLD, message: 'Di un’altra' },
  })
  const member = await memberOnConsole(NEW)
  if (!member) throw new Error('Ada is gone')
  expect((await dataOf(member)).messaggi_inviati).toEqual([])
  await deleteAccount(member, PASSWORD)
  expect(await db.$count(contactSubmissions)).toBe(1)
  expect(await db.$count(formerEmails)).toBe(0)
})
