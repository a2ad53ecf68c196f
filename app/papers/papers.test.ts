import { readdirSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { EACH_PAPER } from '../../tests/each-paper'
import { longestBlock } from '../../tests/longest-block'
import { CLOSED_REGISTER, SIGN_IN } from '../../tests/paper-facts'
import { readPdf } from '../../tests/pdf'
import { aPerson, aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, decided, emptyDatabase } from '../../tests/world'
import type { Staff } from '../accounts/rules'
import { db } from '../database/client.server'
import { auditLogs, userCourses } from '../database/schema'
import { closeRegister, markAttendance } from '../enrolments/attendance/commands.server'
import { drawSignInSheet } from './lesson-sheets.server'
import type { SignInSheetFacts } from './queries.server'
import { drawClosedRegister } from './register.server'

const DAY = '2026-11-21'
const HOURS = { startTime: '09:00', endTime: '18:00', hours: 8 }
const SHEET = '/admin/courses/gestione/iscritti/firme.pdf'
const BLANK = '/admin/courses/gestione/lezioni/registro-in-bianco.pdf'
const REGISTER = '/admin/courses/gestione/lezioni/registro.pdf'

let site: Awaited<ReturnType<typeof wholeSite>>
beforeAll(async () => {
  site = await wholeSite()
}, 60_000)

let staff: Staff
let office: string
let course: string
let enrolments: string[]
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${DAY}T12:00:00Z`) })
  await emptyDatabase()
  const carla = await aPerson('carla', 'admin')
  staff = carla as unknown as Staff
  office = await cookieOf(carla.email)
  course = (
    await aCourse({ title: 'Gestione <del> Tempo & Priorità', slug: 'gestione', location: 'Fermo, aula 2' }, [
      { startDate: DAY, ...HOURS, topic: 'Leggere il mercato' },
      { startDate: '2026-11-28', ...HOURS },
    ])
  ).id
  const members = [await aPerson('ada'), await aPerson('bea'), await aPerson('eva')]
  const rows = members.map(({ id }, i) => ({
    userId: id,
    courseId: course,
    ...decided(i < 2 ? 'approved' : 'pending'),
  }))
  enrolments = (await db.insert(userCourses).values(rows).returning()).map(({ id }) => id)
  return () => vi.useRealTimers()
})

async function closeFirstRegister() {
  const [ada = '', bea = ''] = enrolments
  await markAttendance(staff, course, 1, [
    { enrolment: ada, mark: { minutes: 480, arrived: null, left: null }, shown: null },
    { enrolment: bea, mark: { minutes: 230, arrived: '9:00', left: '12:50' }, shown: null },
  ])
  expect(await closeRegister(staff, course, 1)).toMatchObject({ ok: true })
}

const get = (path: string, cookie = office) => site(aRequest(path, cookie))
const pdfAt = async (path: string) => readPdf(new Uint8Array(await (await get(path)).arrayBuffer()))

test.each([SHEET, BLANK, REGISTER])('%s is for the office alone, whose log names it', async (path) => {
  await closeFirstRegister()
  for (const cookie of ['', 'session=forged.signature'])
    expect((await get(path, cookie)).headers.get('Location')).toBe(`/auth?verso=${encodeURIComponent(path)}`)
  const member = await cookieOf((await aPerson('ida')).email)
  expect((await get(path, member)).headers.get('Location')).toBe('/')
  expect(await db.$count(auditLogs, eq(auditLogs.entityType, 'exports'))).toBe(0)
  const sara = await cookieOf((await aPerson('sara', 'secretary')).email)
  const response = await get(path, sara)
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('application/pdf')
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.entityType, 'exports'))
  expect(entries).toMatchObject([{ details: { course: 'Gestione <del> Tempo & Priorità' } }])
  expect((await get(path.replace('gestione', 'non-esiste'))).status).toBe(404)
})

test('the sheet of a lesson has its facts, who takes part and three more rows', async () => {
  const { title, language, isTagged, loose, tags, pages } = await pdfAt(`${SHEET}?lezione=1`)
  expect({ title, language, isTagged, loose }).toEqual({
    title: 'Foglio firme, Gestione <del> Tempo & Priorità, 21 novembre 2026',
    language: 'it-IT',
    isTagged: true,
    loose: '',
  })
  expect(tags).toContain('H1 Gestione <del> Tempo & Priorità')
  expect(tags.filter((tag) => tag.startsWith('LBody'))).toEqual([
    'LBody sabato 21 novembre 2026',
    'LBody 9:00–18:00, 8 ore',
    'LBody Fermo, aula 2',
    'LBody Leggere il mercato',
  ])
  expect(tags.filter((tag) => tag.startsWith('TH'))).toEqual([
    'TH N.',
    'TH Cognome e nome',
    'TH Entrata',
    'TH Firma',
    'TH Uscita',
    'TH Firma',
    'TH Prova ada',
    'TH Prova bea',
    'TH',
    'TH',
    'TH',
  ])
  expect(pages.map(({ artifacts }) => artifacts)).toEqual([
    expect.stringContaining('Lezione 1 di 2 pagina 1 di 1'),
  ])
})

test('without a lesson of that number it is the next one; of a course without dates it is left blank', async () => {
  expect((await pdfAt(SHEET)).title).toContain('21 novembre')
  expect((await pdfAt(`${SHEET}?lezione=2`)).title).toContain('28 novembre')
  expect((await pdfAt(`${SHEET}?lezione=99`)).title).toContain('21 novembre')
  await aCourse({ title: 'Senza date', slug: 'senza-date' })
  const { title, tags } = await pdfAt('/admin/courses/senza-date/iscritti/firme.pdf')
  expect(title).toBe('Foglio firme, Senza date')
  expect(tags.filter((tag) => tag.startsWith('TH')).length).toBe(9)
})

test('the blank register has a page for each lesson, numbered', async () => {
  const { title, pages } = await pdfAt(BLANK)
  expect(title).toBe('Registro delle presenze, Gestione <del> Tempo & Priorità')
  expect(pages).toHaveLength(3)
  expect(pages.at(-1)?.artifacts).toContain('pagina 3 di 3')
  expect(pages[2]?.tags).toContain('LBody sabato 28 novembre 2026')
})

test('the closed register says who was there, for how long, and who closed it', async () => {
  const nothing = await get(REGISTER)
  expect(nothing.headers.get('Location')).toBe('/admin/courses/gestione/lezioni')
  await closeFirstRegister()
  const { tags, pages } = await pdfAt(REGISTER)
  expect(tags).toContain('H2 1. sabato 21 novembre 2026, 9:00–18:00, 8 ore')
  expect(tags.find((tag) => tag.includes('Registro chiuso'))).toMatch(
    /^P Leggere il mercato · Fermo, aula 2 · Registro chiuso (il |l’)\d+ \w+ \d{4}, \d\d:\d\d da carla Prova$/,
  )
  const rows = tags.slice(tags.indexOf('TH Ore frequentate') + 1)
  expect(rows.filter((tag) => /^T[HD]/.test(tag))).toEqual([
    ...['TD 1', 'TH Prova ada', 'TD Presente', 'TD', 'TD', 'TD 8 ore'],
    ...['TD 2', 'TH Prova bea', 'TD In parte', 'TD 9:00', 'TD 12:50', 'TD 3 ore e 50 minuti'],
  ])
  expect(pages).toHaveLength(1)
  expect((await pdfAt(`${REGISTER}?lezione=1`)).tags.join()).toContain('sabato 21 novembre 2026')
  expect((await get(`${REGISTER}?lezione=2`)).headers.get('Location')).toContain('/lezioni')
})

test('the register of one lesson says which lesson it is, not how many are closed', async () => {
  await closeFirstRegister()
  vi.setSystemTime(new Date('2026-11-28T12:00:00Z'))
  const mark = { minutes: 480, arrived: null, left: null }
  const marks = enrolments.slice(0, 2).map((enrolment) => ({ enrolment, mark, shown: null }))
  expect(await markAttendance(staff, course, 2, marks)).toMatchObject({ ok: true })
  expect(await closeRegister(staff, course, 2)).toMatchObject({ ok: true })
  const lessonsIn = async (query: string) => {
    const { tags } = await pdfAt(REGISTER + query)
    const label = tags.findIndex((tag) => tag.startsWith('Lbl Lezion'))
    return tags.slice(label, label + 2)
  }
  expect(await lessonsIn('')).toEqual(['Lbl Lezioni chiuse', 'LBody 2 di 2'])
  expect(await lessonsIn('?lezione=1')).toEqual(['Lbl Lezione', 'LBody 1 di 2'])
  expect(await lessonsIn('?lezione=2')).toEqual(['Lbl Lezione', 'LBody 2 di 2'])
})

test('whoever was marked stays in the register after the enrolment has ended', async () => {
  await closeFirstRegister()
  const ended = { endedAt: new Date(), ending: 'cancelled_by_office' } as const
  await db
    .update(userCourses)
    .set(ended)
    .where(eq(userCourses.id, enrolments[1] ?? ''))
  expect((await pdfAt(REGISTER)).tags).toContain('TH Prova bea')
  expect((await pdfAt(SHEET)).tags).not.toContain('TH Prova bea')
})

test('docs/papers has one file of each kind, drawn as now: `npm run papers`', async () => {
  expect(readdirSync('docs/papers').sort()).toEqual(Object.keys(EACH_PAPER).sort())
  for (const [file, draw] of Object.entries(EACH_PAPER)) {
    const { isTagged, loose, ...stored } = await readPdf(readFileSync(`docs/papers/${file}`))
    expect({ isTagged, loose }, file).toEqual({ isTagged: true, loose: '' })
    expect(stored.language, file).toBe('it-IT')
    expect(stored.tags, file).toEqual((await readPdf(await draw())).tags)
  }
})

// ── Size ────────────────────────────────────────────────────────────────────────────────────────────

const people = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ firstName: `Nome ${i}`, lastName: `Cognome & <b> ${i}` }))
const LONG_SHEET: SignInSheetFacts = {
  title: 'Titolo di un corso '.repeat(8),
  teachers: Array<string>(8).fill('Bartolomeo Castracane degli Antelminelli'),
  lesson: SIGN_IN.lesson && { ...SIGN_IN.lesson, topic: 'Argomento '.repeat(40) },
  people: people(60),
  printedAt: SIGN_IN.printedAt,
}

test('a long sheet goes on to further pages, which name its columns to the eye alone', async () => {
  const { pages, tags, loose } = await readPdf(await drawSignInSheet(LONG_SHEET))
  expect(pages.length).toBeGreaterThan(2)
  expect(loose).toBe('')
  expect(tags.filter((tag) => tag === 'TH Entrata')).toHaveLength(1)
  expect(pages[1]?.artifacts).toContain('Entrata')
  expect(tags.filter((tag) => tag.startsWith('TH Cognome &'))).toHaveLength(60)
  for (const { artifacts } of pages) expect(artifacts).toContain(`di ${pages.length}`)
})

test('the register of forty lessons with forty people lets other requests in', async () => {
  const marks = people(40).map((person) => ({ ...person, minutes: 480, arrived: null, left: null }))
  const [closedLesson] = CLOSED_REGISTER.lessons
  if (!closedLesson) throw new Error('No lesson')
  const lessons = Array.from({ length: 40 }, () => ({ ...closedLesson, marks }))
  await drawSignInSheet(SIGN_IN)
  let bytes: Buffer = Buffer.of()
  const block = await longestBlock(async () => {
    bytes = await drawClosedRegister({ ...CLOSED_REGISTER, lessons })
  }, 1 / 3)
  expect(block).toBeLessThan(1 / 3)
  expect((await readPdf(bytes)).pages.length).toBeGreaterThan(80)
})
