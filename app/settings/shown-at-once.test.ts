import { hash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ADDRESSES } from '../../tests/documents'
import { serving, stopClock } from '../../tests/serving'
import { wholeSite } from '../../tests/site'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { FIRST_SETTINGS } from '../content/first-settings'
import { LEGAL_NAMES } from '../content/legal.rules'
import { SETTING_GROUPS, type SettingGroup, type SiteSettings } from '../content/settings.rules'
import { db } from '../database/client.server'
import { outgoingMail, userCourses } from '../database/schema'
import { requestEnrolment } from '../enrolments/request/commands.server'
import { approveRequest } from '../enrolments/review/commands.server'
import { today } from '../runtime/clock'
import { settingsVersion } from '../site/settings'
import { changeSettings } from './commands.server'
import { publishLegalVersion } from './legal.commands.server'
import { readLegalVersions } from './legal.queries.server'
import { readGroup } from './queries.server'

beforeEach(emptyDatabase)
beforeEach(stopClock)
afterEach(() => void vi.useRealTimers())

const [FORMER, NEW] = ['zzprimazz', 'zzdopozz']

/** A content with a word in each of its texts, so that no other text of the site is taken for it. */
function marked(value: unknown, word: string): unknown {
  if (typeof value === 'string') return `${value}${word}`
  if (Array.isArray(value)) return value.map((item) => marked(item, word))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'id' ? inner : marked(inner, word)]),
  )
}

/** The contents of the groups whose texts have a form. */
const SPECIAL: Partial<{ [Group in SettingGroup]: (word: string) => SiteSettings[Group] }> = {
  company: (word) => ({
    ...(marked(FIRST_SETTINGS.company, word) as SiteSettings['company']),
    email: `${word}@example.it`,
    studioUrl: `https://example.it/${word}/studio`,
    reviewsUrl: `https://example.it/${word}/recensioni`,
  }),
  hours: (word) => ({
    week: FIRST_SETTINGS.hours.week.map(() => [{ from: word === FORMER ? '7:13' : '7:17', to: '23:58' }]),
    closures: [{ id: 'chiusura', name: word, from: inDays(9), to: inDays(9), yearly: false, office: null }],
  }),
  notice: (word) => ({
    isOn: true,
    text: word,
    linkLabel: `Vai ${word}`,
    linkAddress: `/${word}`,
    from: '',
    to: '',
  }),
  photos: (word) => {
    const path = hash('sha256', word).slice(0, 16)
    return [
      ...FIRST_SETTINGS.team.map(({ id }) => ({ id: `team/${id}`, path, alt: word })),
      ...FIRST_SETTINGS.offices.map(({ id }) => ({ id: `office/${id}`, path, alt: word })),
    ]
  },
}

/** What must be gone after a change. */
const tracesOf = (group: string) => {
  if (group === 'hours') return [FORMER, '7:13']
  return group === 'photos' ? [FORMER, hash('sha256', FORMER).slice(0, 16)] : [FORMER]
}

async function change(admin: Admin, group: SettingGroup | 'legal', word: string) {
  if (group === 'legal') {
    for (const page of LEGAL_NAMES) {
      const { revision } = await readLegalVersions(admin, page)
      const version = { text: `## Titolo ${word}\n\nTesto ${word}.`, inForceFrom: today() }
      expect(await publishLegalVersion(admin, page, version, revision)).toEqual({ ok: true })
    }
    return
  }
  const value = SPECIAL[group]?.(word) ?? marked(FIRST_SETTINGS[group], word)
  const { version } = await readGroup(admin, group)
  expect(await changeSettings(admin, group, value as never, version)).toEqual({ ok: true })
}

/** The e-mails about a request and its approval, sent now. */
async function emailsNow(admin: Admin): Promise<string> {
  const member = await aMember(`ada-${crypto.randomUUID()}`)
  const course = await aCourse({}, [{ startDate: inDays(30) }])
  await requestEnrolment(member, course.id)
  const [request] = await db.select().from(userCourses).where(eq(userCourses.userId, member.id))
  expect(await approveRequest(admin, request?.id ?? '')).toMatchObject({ ok: true })
  const emails = await db.select().from(outgoingMail)
  await db.delete(outgoingMail)
  return JSON.stringify(emails)
}

/** Addresses without a parameter, and those of a course; a stranger reads them. */
const PLAIN = ADDRESSES.filter((path) => !/[:*]|^\/(admin|dashboard|logout|sessione)/.test(path))
const OF_COURSE = ['/corsi/uno', '/corsi/uno/calendario.ics']
const IMAGES = ['/anteprima.png', '/corsi/uno/anteprima.png']

/** Visitors read no payments. */
const SHOWN_GROUPS = SETTING_GROUPS.filter((group) => group !== 'payments')

test('each group shows its new content everywhere within a second, and its former one nowhere', async () => {
  const admin = await anAdmin()
  await aCourse({ slug: 'uno' }, [{ startDate: inDays(20) }])
  const { ask, text, pages } = await serving(await wholeSite(await import('../entry.server')))
  const readable: string[] = []
  for (const path of [...PLAIN, ...OF_COURSE]) if ((await ask(path)).ok) readable.push(path)
  expect(readable).toEqual(expect.arrayContaining(['/', '/corsi', '/contatti', '/chi-siamo', '/sitemap.xml']))
  const addresses = () => [
    ...readable.filter((path) => !IMAGES.includes(path)),
    `/impostazioni/${settingsVersion()}.json`,
  ]
  const readAll = async () => {
    const texts: [string, string][] = []
    for (const path of addresses()) texts.push([path, await text(path)])
    return new Map(texts)
  }
  const images = async () => {
    const drawn: string[] = []
    for (const path of IMAGES)
      drawn.push(hash('sha256', new Uint8Array(await (await ask(path)).arrayBuffer())))
    return drawn
  }

  for (const group of [...SHOWN_GROUPS, 'legal'] as const) {
    await change(admin, group, FORMER)
    const traces = tracesOf(group)
    const shows = (text: string) => traces.some((trace) => text.includes(trace))
    const former = { emails: await emailsNow(admin), images: await images() }
    const hitsBefore = pages.state().hits
    await readAll()
    const showing = [...(await readAll())].filter(([, content]) => shows(content)).map(([path]) => path)
    expect([group, shows(former.emails) || showing.length > 0]).toEqual([group, true])
    expect(pages.state().hits, group).toBeGreaterThan(hitsBefore)

    await change(admin, group, NEW)
    for (const path of showing)
      await vi.waitFor(async () => expect(shows(await text(path)), `${group} ${path}`).toBe(false), 1_000)
    for (const [path, content] of await readAll()) expect(shows(content), `${group} ${path}`).toBe(false)
    const emails = await emailsNow(admin)
    expect(shows(emails), group).toBe(false)
    if (['company', 'letters'].includes(group))
      expect([shows(former.emails), emails.includes(NEW)], group).toEqual([true, true])
    if (group === 'company') expect(await images()).not.toEqual(former.images)
  }
})
