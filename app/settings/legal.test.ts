import { asc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aRequest } from '../../tests/people'
import { anAdmin, emptyDatabase } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { sendContact } from '../contacts/commands.server'
import { FIRST_LEGAL_VERSIONS } from '../content/legal-texts'
import { stopWatchingContentChanges, watchContentChanges } from '../database/changes.server'
import { db } from '../database/client.server'
import { auditLogs, contactSubmissions, legalVersions } from '../database/schema'
import { legalPageNow, privacyNoticeAt, publicLegalVersion } from '../site/legal.server'
import { reloadSettings } from '../site/snapshot.server'
import {
  discardLegalDraft,
  publishLegalVersion,
  saveLegalDraft,
  withdrawLegalVersion,
} from './legal.commands.server'
import { readLegalVersions } from './legal.queries.server'
import { readLegal } from './legal.rules'
import { answerLegalForm } from './legal.server'

const PAGE = 'privacy-policy'
const FIRST = FIRST_LEGAL_VERSIONS[PAGE]
const NEW = { text: '## Nuovo\n\nTesto.', inForceFrom: '2026-11-26' }

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T10:00:00Z') })
  await emptyDatabase()
})
afterEach(() => {
  vi.useRealTimers()
})

const revisionNow = async (admin: Admin) => (await readLegalVersions(admin, PAGE)).revision
const entries = () =>
  db
    .select({ action: auditLogs.action, details: auditLogs.details })
    .from(auditLogs)
    .where(eq(auditLogs.entityType, 'legal_versions'))
    .orderBy(asc(auditLogs.id))

test('a new version shows at once, the former stays readable, and the log has one entry', async () => {
  const admin = await anAdmin()
  expect(legalPageNow(PAGE)).toEqual({ number: 1, ...FIRST, former: [] })
  expect(await publishLegalVersion(admin, PAGE, NEW, '1.0.0')).toEqual({ ok: true })
  expect(legalPageNow(PAGE)).toEqual({
    number: 2,
    ...NEW,
    former: [{ number: 1, inForceFrom: '2025-05-02', replacedOn: '2026-11-26' }],
  })
  expect(publicLegalVersion(PAGE, 1)?.text).toBe(FIRST.text)
  expect(await entries()).toEqual([
    {
      action: 'update',
      details: {
        old: { version: 1, inForceFrom: '2025-05-02' },
        new: { version: 2, inForceFrom: '2026-11-26' },
      },
    },
  ])
})

test('a version of tomorrow comes into force at midnight in Italy, without a restart', async () => {
  await publishLegalVersion(await anAdmin(), PAGE, { ...NEW, inForceFrom: '2026-11-27' }, '1.0.0')
  expect(legalPageNow(PAGE).number).toBe(1)
  expect(publicLegalVersion(PAGE, 2)).toBeUndefined()
  vi.setSystemTime(new Date('2026-11-26T22:59:59Z'))
  expect(legalPageNow(PAGE).number).toBe(1)
  vi.setSystemTime(new Date('2026-11-26T23:00:00Z'))
  expect(legalPageNow(PAGE)).toMatchObject({ number: 2, inForceFrom: '2026-11-27' })
})

test('a version to come is withdrawn to a draft; one in force is not', async () => {
  const admin = await anAdmin()
  await publishLegalVersion(admin, PAGE, { ...NEW, inForceFrom: '2026-11-27' }, '1.0.0')
  expect(await withdrawLegalVersion(admin, PAGE, 2)).toEqual({ ok: true })
  const { draft } = await readLegalVersions(admin, PAGE)
  expect(draft).toMatchObject({ number: 2, text: NEW.text })
  vi.setSystemTime(new Date('2026-11-28T10:00:00Z'))
  expect(legalPageNow(PAGE).number).toBe(1)
  expect(await withdrawLegalVersion(admin, PAGE, 1)).toEqual({ ok: false, refusal: 'in-force' })
  expect(await withdrawLegalVersion(admin, PAGE, 9)).toEqual({ ok: false, refusal: 'gone' })
})

test('a page has one draft: another version to come cannot become one beside it', async () => {
  const admin = await anAdmin()
  await publishLegalVersion(admin, PAGE, { ...NEW, inForceFrom: '2026-11-27' }, '1.0.0')
  await saveLegalDraft(admin, PAGE, { text: 'bozza', inForceFrom: null }, await revisionNow(admin))
  expect(await withdrawLegalVersion(admin, PAGE, 2)).toEqual({ ok: false, refusal: 'drafted' })
})

test('of two forms the first is kept, and the second refused', async () => {
  const admin = await anAdmin()
  expect(await saveLegalDraft(admin, PAGE, { text: 'uno', inForceFrom: null }, '1.0.0')).toEqual({ ok: true })
  expect(await saveLegalDraft(admin, PAGE, { text: 'due', inForceFrom: null }, '1.0.0')).toMatchObject({
    ok: false,
  })
  const revision = await revisionNow(admin)
  expect(await saveLegalDraft(admin, PAGE, { text: 'tre', inForceFrom: null }, revision)).toEqual({
    ok: true,
  })
  expect(await publishLegalVersion(admin, PAGE, NEW, revision)).toEqual({ ok: false, refusal: 'stale' })
  expect(await discardLegalDraft(admin, PAGE, revision)).toEqual({ ok: false, refusal: 'stale' })
  expect(await readLegalVersions(admin, PAGE)).toMatchObject({ draft: { text: 'tre' } })
  expect(await discardLegalDraft(admin, PAGE, await revisionNow(admin))).toEqual({ ok: true })
  expect(await db.select().from(legalVersions)).toEqual([])
  const [created] = await entries()
  expect(created).toEqual({ action: 'create', details: { draft: true, version: 2 } })
})

test('a form that is older than another draft or version of the same number is refused', async () => {
  const admin = await anAdmin()
  const laterBy = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
  const stale = { ok: false, refusal: 'stale' }
  const expectRefusals = async (revision: string) => {
    expect(await saveLegalDraft(admin, PAGE, { text: 'tre', inForceFrom: null }, revision)).toEqual(stale)
    expect(await publishLegalVersion(admin, PAGE, { ...NEW, text: '## Tre' }, revision)).toEqual(stale)
    expect(await discardLegalDraft(admin, PAGE, revision)).toEqual(stale)
  }
  await saveLegalDraft(admin, PAGE, { text: 'uno', inForceFrom: null }, '1.0.0')
  const ofFirstDraft = await revisionNow(admin)
  await discardLegalDraft(admin, PAGE, ofFirstDraft)
  laterBy(1)
  await saveLegalDraft(admin, PAGE, { text: 'due', inForceFrom: null }, '1.0.0')
  await expectRefusals(ofFirstDraft)
  expect(await readLegalVersions(admin, PAGE)).toMatchObject({ draft: { number: 2, text: 'due' } })

  const tomorrow = { ...NEW, inForceFrom: '2026-11-27' }
  await publishLegalVersion(admin, PAGE, tomorrow, await revisionNow(admin))
  const ofFirstVersion = await revisionNow(admin)
  await withdrawLegalVersion(admin, PAGE, 2)
  await discardLegalDraft(admin, PAGE, await revisionNow(admin))
  laterBy(1)
  await publishLegalVersion(admin, PAGE, { ...tomorrow, text: '## Due' }, '1.0.0')
  expect(await saveLegalDraft(admin, PAGE, tomorrow, ofFirstVersion)).toEqual(stale)
  expect(await publishLegalVersion(admin, PAGE, NEW, ofFirstVersion)).toEqual(stale)
})

test('of two publications that began with the same version the second is refused', async () => {
  const admin = await anAdmin()
  await publishLegalVersion(admin, PAGE, NEW, '1.0.0')
  const second = { ...NEW, text: '## Altro\n\nTesto.' }
  expect(await publishLegalVersion(admin, PAGE, second, '1.0.0')).toEqual({ ok: false, refusal: 'stale' })
  expect(legalPageNow(PAGE).text).toBe(NEW.text)
})

test('a process hears of a version that another one publishes', async () => {
  await watchContentChanges({ invalidate: () => {}, setTrusted: () => {} }, reloadSettings)
  try {
    const { text, inForceFrom } = NEW
    await db
      .insert(legalVersions)
      .values({ page: PAGE, number: 2, text, inForceFrom, publishedAt: new Date() })
    await expect.poll(() => legalPageNow(PAGE).number).toBe(2)
  } finally {
    await stopWatchingContentChanges()
  }
})

test('before a correction is published, a scheduled version that will replace it is named', async () => {
  const admin = await anAdmin()
  await publishLegalVersion(admin, PAGE, { ...NEW, inForceFrom: '2027-03-08' }, '1.0.0')
  const revision = await revisionNow(admin)
  const publish = (inForceFrom: string, confirmed = '') => {
    const form = { intent: 'publish', revision, text: '## Corretto\n\nTesto.', inForceFrom, confirmed }
    const body = new URLSearchParams(form)
    return answerLegalForm(admin, aRequest('/', '', { method: 'POST', body }), PAGE)
  }
  expect(await publish('26/11/2026')).toMatchObject({
    init: { status: 409 },
    data: {
      problem:
        'Dall’8 marzo 2027 la versione 2, già programmata, prende il posto di questa con il suo testo. Poi ritirala e correggila',
      toConfirm: '2026-11-26',
    },
  })
  expect(await publish('25/11/2026')).toMatchObject({
    data: {
      problem: expect.stringMatching(/oppure pubblica comunque\. Dall’8 marzo .* Poi ritirala e correggila$/),
    },
  })
  expect(legalPageNow(PAGE).number).toBe(1)
  expect(await publish('26/11/2026', '2026-11-26')).toMatchObject({ status: 302 })
  expect(legalPageNow(PAGE).number).toBe(3)
})

test('a draft changes nothing on the site', async () => {
  await saveLegalDraft(await anAdmin(), PAGE, NEW, '1.0.0')
  await reloadSettings()
  expect(legalPageNow(PAGE).number).toBe(1)
})

test('no version comes before the one in force', async () => {
  const admin = await anAdmin()
  const early = { ...NEW, inForceFrom: '2025-05-01' }
  expect(await publishLegalVersion(admin, PAGE, early, '1.0.0')).toEqual({ ok: false, refusal: 'early' })
  expect(await publishLegalVersion(admin, PAGE, { ...NEW, inForceFrom: '2026-01-01' }, '1.0.0')).toEqual({
    ok: true,
  })
})

test('a message names the version that was in force when it came', async () => {
  const admin = await anAdmin()
  const write = (message: string) =>
    sendContact({ address: '127.0.0.1' } as never, {
      name: 'Ada',
      surname: 'Prova',
      email: 'ada@example.it',
      phone: '0736 1',
      message,
    })
  await write('prima')
  vi.setSystemTime(new Date('2026-11-26T11:00:00Z'))
  await publishLegalVersion(admin, PAGE, NEW, '1.0.0')
  await write('dopo')
  const rows = await db.select().from(contactSubmissions).orderBy(asc(contactSubmissions.message))
  expect(rows.map(({ message, privacyVersion }) => [message, privacyVersion])).toEqual([
    ['dopo', '2026-11-26'],
    ['prima', '2025-05-02'],
  ])
  expect(privacyNoticeAt(new Date('2026-11-26T10:30:00Z'))).toEqual({
    number: 1,
    inForceFrom: '2025-05-02',
    address: '/pagine-legali/privacy-policy/1',
  })
  expect(privacyNoticeAt(new Date('2026-11-26T12:00:00Z'), '2026-11-26')?.number).toBe(2)
  expect(privacyNoticeAt(new Date('2026-11-26T12:00:00Z'), '2020-01-01')).toBeNull()
})

test('a publication needs a day and a text that holds; a draft needs neither', () => {
  expect(readLegal({ text: 'x', inForceFrom: '' }, false).errors).toEqual({
    text: 'Comincia con un titolo: una riga con «## » davanti',
    inForceFrom: 'Scrivi da quale giorno vale',
  })
  expect(readLegal({ text: 'x', inForceFrom: '' }, true).errors).toEqual({})
  expect(readLegal({ text: NEW.text, inForceFrom: '2026-13-45' }, true).errors.inForceFrom).toContain(
    'La data',
  )
  expect(readLegal(NEW, false)).toEqual({ ...NEW, errors: {} })
})

test('a version whose author deleted the account is not called the first text of the site', async () => {
  const admin = await anAdmin()
  await publishLegalVersion(admin, PAGE, NEW, '1.0.0')
  await saveLegalDraft(admin, PAGE, { text: 'bozza', inForceFrom: null }, await revisionNow(admin))
  await db.update(legalVersions).set({ savedBy: null })
  const { versions } = await readLegalVersions(admin, PAGE)
  expect(versions.map(({ number, by, at }) => [number, by, at !== null])).toEqual([
    [3, null, true],
    [2, null, true],
    [1, null, false],
  ])
})
