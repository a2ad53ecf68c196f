import { addMinutes, subDays, subHours, subMinutes } from 'date-fns'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { backups, decisions, outgoingMail, taskRuns } from '../database/schema'
import { env } from '../runtime/env.server'
import { siteHealth } from './health.queries.server'
import { TASKS } from './schedule.server'
import { mailState } from './state.queries.server'

beforeEach(emptyDatabase)

const anEmail = { kind: 'prova', toName: 'Ada', toAddress: 'ada@example.it', subject: '', html: '', text: '' }

test('where all is well there is the time of the last backup and no fact', async () => {
  expect(await siteHealth()).toMatchObject({
    fact: 'Non c’è ancora nessuna copia di sicurezza.',
    backupAt: null,
  })
  const at = subHours(new Date(), 3)
  await db.insert(backups).values([
    { startedAt: subHours(at, 24), endedAt: subHours(at, 24), path: 'old.tar.gz' },
    { startedAt: at, endedAt: at, path: 'new.tar.gz' },
  ])
  await db.insert(outgoingMail).values({ ...anEmail, sentAt: new Date() })
  expect(await siteHealth()).toMatchObject({ fact: null, backupAt: at })
})

test('e-mails that no server takes are told', async () => {
  const at = new Date()
  await db.insert(backups).values({ startedAt: at, endedAt: at, path: 'new.tar.gz' })
  await db.insert(outgoingMail).values([anEmail, anEmail])
  expect((await siteHealth()).fact).toBe('2 email non possono partire: non c’è un server di posta.')
})

test('an e-mail is late once it is due or was tried, not while its decision can be taken back', async () => {
  env.smtpUrl = 'smtp://localhost'
  onTestFinished(() => {
    env.smtpUrl = undefined
  })
  const now = new Date()
  await db.insert(backups).values({ startedAt: now, endedAt: now, path: 'new.tar.gz' })
  const dates = { createdAt: subMinutes(now, 20), dueAt: addMinutes(now, 40) }
  const [email] = await db
    .insert(outgoingMail)
    .values({ ...anEmail, ...dates })
    .returning()
  expect((await siteHealth(now)).fact).toBeNull()
  expect((await mailState()).oldest).toBeNull()
  await db.update(outgoingMail).set({ attempts: 1 })
  expect((await siteHealth(now)).fact).toBe('Un’email aspetta di partire da 20 minuti.')
  expect((await mailState()).oldest).toEqual(email?.createdAt)
})

test('an e-mail of a decision waits from the moment at which the decision could no longer be taken back', async () => {
  env.smtpUrl = 'smtp://localhost'
  onTestFinished(() => {
    env.smtpUrl = undefined
  })
  const now = new Date()
  await db.insert(backups).values({ startedAt: now, endedAt: now, path: 'new.tar.gz' })
  const heldUntil = subMinutes(now, 1)
  const [decision] = await db.insert(decisions).values({ kind: 'approve', heldUntil }).returning()
  const dates = { createdAt: subMinutes(now, 61), dueAt: heldUntil }
  await db.insert(outgoingMail).values({ ...anEmail, ...dates, decisionId: decision?.id })
  expect((await siteHealth(now)).fact).toBeNull()
  expect((await mailState()).oldest).toEqual(heldUntil)
  expect((await siteHealth(addMinutes(now, 20))).fact).toBe('Un’email aspetta di partire da 21 minuti.')
})

test('the most urgent fact is told, in the words of the page ’Stato’', async () => {
  const at = new Date()
  await db.insert(taskRuns).values({ task: TASKS[0]?.name ?? '', startedAt: at, endedAt: at, ok: false })
  expect((await siteHealth()).fact).toBe(`Un lavoro periodico non è riuscito: «${TASKS[0]?.label}».`)
  await db.insert(outgoingMail).values({ ...anEmail, failedAt: new Date() })
  expect((await siteHealth()).fact).toBe(`Un lavoro periodico non è riuscito: «${TASKS[0]?.label}».`)
  await db.insert(backups).values({ startedAt: at, endedAt: at, error: 'disco pieno' })
  expect((await siteHealth()).fact).toBe('L’ultima copia di sicurezza non è riuscita.')
})

test('an e-mail that was not delivered is told for seven days, while the page ’Stato’ counts it', async () => {
  const at = new Date()
  await db.insert(backups).values({ startedAt: at, endedAt: at, path: 'new.tar.gz' })
  await db.insert(outgoingMail).values({ ...anEmail, failedAt: subDays(at, 6) })
  expect((await siteHealth()).fact).toBe('Un’email non è stata consegnata.')
  await db.update(outgoingMail).set({ failedAt: subDays(at, 8) })
  expect((await siteHealth()).fact).toBeNull()
  expect((await mailState()).failed).toBe(1)
})

test('an outage of the mail server is told before an e-mail that was not delivered', async () => {
  env.smtpUrl = 'smtp://localhost'
  onTestFinished(() => {
    env.smtpUrl = undefined
  })
  const now = new Date()
  await db.insert(backups).values({ startedAt: now, endedAt: now, path: 'new.tar.gz' })
  const anHourAgo = subHours(now, 1)
  await db.insert(outgoingMail).values([
    { ...anEmail, failedAt: now },
    { ...anEmail, createdAt: anHourAgo, dueAt: anHourAgo, attempts: 5 },
  ])
  expect((await siteHealth(now)).fact).toBe('Un’email aspetta di partire da 1 ora.')
})
