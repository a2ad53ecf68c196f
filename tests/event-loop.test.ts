import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { db } from '../app/database/client.server'
import { contactSubmissions, courseDocuments, courses, userCourses } from '../app/database/schema'
import { NAMES } from '../lab/fuzz/addresses'
import { type Form, formsOf, linksOf } from '../lab/fuzz/page'
import { ADDRESSES } from './documents'
import { aContext, aPerson, aRequest, aVisitor, cookieOf } from './people'
import { wholeSite } from './site'
import { aCourse, aMember, aSubmission, emptyDatabase } from './world'

// No request holds the event loop for more than 150 ms of CPU: the largest accepted bodies (`body-limit.test.ts`) hold
// text that makes patterns and normalisation quadratic. Linear work takes half of that on a busy machine.

/** CPU is measured, so a busy machine may take its time. */
vi.setConfig({ testTimeout: 400_000 })

const LONGEST = 150
const FORM = 32 * 1024
const LARGE_FORM = 256 * 1024
const LARGE = /^\/(admin\/|auth$|auth\/codice$)/
const QUERY = 14 * 1024
const UPLOAD = 1024 * 1024
const UPLOAD_TEXT = 64 * 1024

const WORST = [
  '\u0300\u0323', // combining marks in the wrong order
  ' ',
  '1',
  "'",
  '"',
  '%',
  '-',
  'a\n',
  ' a',
  '1,',
  '[',
  '[\n',
  '"\n',
  '{"a":',
  '<',
  '10/03/2026 9:00-18:00\n',
]

let site: Awaited<ReturnType<typeof wholeSite>>
const emails: Record<string, string> = {}

beforeAll(async () => {
  await emptyDatabase()
  site = await wholeSite(await import('../app/entry.server'))
  const course = await aCourse({ maxPartecipanti: 1 })
  // As in service.
  const { id: userId } = await aMember('bruna', { id: randomUUID() })
  const file = { fileName: 'a.txt', fileType: 'text/plain', fileSize: 1, filePath: 'a/b.txt' }
  await db.insert(courseDocuments).values({ courseId: course.id, ...file })
  await db.insert(userCourses).values({ courseId: course.id, userId })
  await db.insert(contactSubmissions).values(aSubmission())
  for (const role of ['member', 'admin'] as const) emails[role] = (await aPerson(role, role)).email
})

/** Some forms end the session that sends them. */
const signedIn = async (role: string) => (emails[role] ? cookieOf(emails[role]) : '')

const ask = (path: string, cookie: string, init?: RequestInit) =>
  site(aRequest(path, cookie, init), aContext(aVisitor().address))

/** The longest turn during `work`, in milliseconds of CPU of this thread. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  let done = false
  const turn = () => {
    const now = cpu()
    longest = Math.max(longest, now - last)
    last = now
    if (!done) setImmediate(turn)
  }
  last = cpu()
  setImmediate(turn)
  await work()
  done = true
  return Math.max(longest, cpu() - last)
}

function cpu(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const ROUTES = ADDRESSES.filter((address) => address !== '/*').map((pathname) => new URLPattern({ pathname }))
/** Its route: the forms of two people, or of two questions, are one. */
const routeOf = (path: string) => ROUTES.find((route) => route.test({ pathname: path }))?.pathname ?? path

/** The forms that links lead to, once per path and fields: the same form is found below each order and filter. */
async function formsFrom(start: string[], cookie: string) {
  const forms = new Map<string, Form>()
  const seen = new Set<string>()
  const pending = [...start]
  for (let path = pending.pop(); path; path = pending.pop()) {
    const kind = path.replace(/[\da-f]{8}-[\da-f-]{27}|=[^&]*/g, '')
    if (seen.has(kind)) continue
    seen.add(kind)
    const page = await ask(path, cookie)
    if (!page.headers.get('Content-Type')?.startsWith('text/html')) continue
    const html = await page.text()
    pending.push(...linksOf(html))
    for (const form of formsOf(html, path))
      if (form.method === 'POST' && !form.bringsFiles && form.action !== '/logout') {
        const [action = ''] = form.action.split('?')
        forms.set(`${routeOf(action)} ${form.fields.map(({ name }) => name)}`, form)
      }
  }
  return [...forms.values()]
}

/** Repeated to this many bytes. */
function filled(worst: string, bytes: number): string {
  return worst.repeat(Math.max(1, Math.floor(bytes / encodeURIComponent(worst).length)))
}

/** Texts that one form or address meets together; the next one meets the next texts. */
const TURNS = 2

/** A text for each name, other ones at each turn. */
const textsFor = (names: readonly string[], turn: number, bytes: number) =>
  names.map((name, i): [string, string] => [name, filled(WORST[(i + turn) % WORST.length] ?? '', bytes)])

/** One field of each kind: those of the items of a list, 'ada.subject' and 'bruna.subject', are read alike. */
const kindsOf = (names: string[]) => [
  ...new Map(names.map((name) => [name.split('.').at(-1), name] as const)).values(),
]

/** All fields share the size, then each kind of field has it alone with one of the texts. `first`: the first turn. */
function* bodies(form: Form, size: number, first: number): Generator<Record<string, string>> {
  const chosen = Object.fromEntries(form.buttons.slice(0, 1).map(({ name, value }) => [name, value]))
  const values = Object.fromEntries(form.fields.map(({ name, value }) => [name, value]))
  const typed = form.fields
    .filter(({ type }) => type !== 'hidden' && type !== 'checkbox')
    .map(({ name }) => name)
  for (let turn = first; turn < first + TURNS; turn++) {
    const texts = textsFor(typed, turn, (size - 4096) / Math.max(1, typed.length))
    yield { ...values, ...chosen, ...Object.fromEntries(texts) }
  }
  const list = JSON.stringify(Array(Math.floor(Math.min(4990, size / 16 / (typed.length + 1)))).fill('['))
  yield { ...values, ...chosen, ...Object.fromEntries(typed.map((name) => [name, list])) }
  for (const [i, name] of kindsOf(typed).entries()) {
    const worst = WORST[(i + first) % WORST.length] ?? ''
    yield { ...values, ...chosen, [name]: filled(worst, size - 4096) }
  }
}

const KIND = { 'Content-Type': 'application/x-www-form-urlencoded' }
const slow: string[] = []
/**
 * The first request loads modules, any may meet a garbage collection, and the processor may be slower for some seconds:
 * only what is slow every time counts, the last times after a pause.
 */
const ATTEMPTS = 4
const PAUSE = 5_000
async function time(what: string, path: string, cookie: string, init?: RequestInit) {
  let fastest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 2 * ATTEMPTS && fastest > LONGEST; attempt++) {
    if (attempt === ATTEMPTS) await pause(PAUSE)
    fastest = Math.min(fastest, await longestTurn(async () => (await ask(path, cookie, init)).text()))
  }
  if (fastest > LONGEST) slow.push(`${Math.round(fastest)} ms: ${what}`)
}
beforeEach(() => {
  slow.length = 0
})

const shown = (value: unknown) => String(value).slice(0, 12)

test.each([
  ['anonymous', 5, ['/', '/contatti', '/auth', '/auth/recupera', '/auth/conferma', '/auth/nuova-password']],
  ['member', 4, ['/', '/dashboard']],
  ['admin', 20, ['/admin']],
] as const)('no form holds the event loop: %s', async (role, least, start) => {
  const found = await formsFrom([...start], await signedIn(role))
  const places = { anonymous: '/', member: '/dashboard', admin: '/admin' }
  const forms = found.filter(({ action }) => action.startsWith(places[role]))
  expect(forms.length).toBeGreaterThan(least)
  for (const [i, form] of forms.entries()) {
    const cookie = await signedIn(role)
    const size = LARGE.test(form.action) ? LARGE_FORM : FORM
    const unnamed = { method: 'POST', headers: KIND, body: 'a&'.repeat(size / 2) }
    await time(`${form.action} a&a&`, form.action, cookie, unnamed)
    const sent = new Set<string>()
    for (const fields of bodies(form, size, i * TURNS)) {
      const [name, value] = Object.entries(fields).toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
      const init = { method: 'POST', headers: KIND, body: new URLSearchParams(fields).toString() }
      // Nobody types into a form of buttons, and the only field of another has every body alone.
      if (sent.has(init.body)) continue
      sent.add(init.body)
      await time(`${form.action} ${name} ${shown(value)}`, form.action, cookie, init)
    }
  }
  expect(slow).toEqual([])
})

test('no upload holds the event loop', async () => {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
  const part = (head: string, text: string) =>
    `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`
  const descriptions = [UPLOAD_TEXT, UPLOAD].flatMap((size) =>
    WORST.map((worst) => part('name="description"', worst.repeat(size / Buffer.byteLength(worst)))),
  )
  const bodies = [
    part('name="a"', '').repeat(UPLOAD / 60),
    part('name="a"; filename=""', '').repeat(UPLOAD / 60),
    part('name="file"; filename="a.pdf"', '\r\n--'.repeat(UPLOAD / 4)),
    ...WORST.map((worst) => part(`name="file"; filename="${worst.repeat(QUERY / 8)}"`, '%PDF-')),
    part('name="file"', '%PDF-').replace(': ', `: ${' '.repeat(UPLOAD)}`),
  ]
  const [course] = await db.select().from(courses)
  for (const path of ['/admin/documents', `/admin/courses/${course?.id}/pdf`])
    for (const role of ['member', 'admin']) {
      const cookie = await signedIn(role)
      const post = (body: string) => ({ method: 'POST', headers, body: `${body}--x--\r\n` })
      await ask(path, cookie, post(part('name="a"', '')))
      for (const body of [...bodies, ...descriptions])
        await time(`${path} ${shown(body.slice(42))}`, path, cookie, post(body))
    }
  expect(slow).toEqual([])
})

test('no address holds the event loop', async () => {
  const cookie = await signedIn('admin')
  for (const [i, address] of ADDRESSES.entries())
    for (let turn = 0; turn < TURNS; turn++) {
      const worst = WORST[(i * TURNS + turn) % WORST.length] ?? ''
      const path = address.replace(/:\w+|\*/g, encodeURIComponent(filled(worst, QUERY / 3)))
      const query = new URLSearchParams(textsFor(NAMES, i * TURNS + turn, QUERY / NAMES.length - 20))
      const asks = address === path ? [`${path}?${query}`] : [path]
      // `parsers.test.ts` gives each parser of a search every sign; pages are searched for the first few.
      const searched = WORST[turn] ?? ''
      if (address === path) asks.push(`${path}?${new URLSearchParams({ q: filled(searched, QUERY) })}`)
      for (const asked of asks) await time(`${address} ${shown(worst)}, ${shown(searched)}`, asked, cookie)
    }
  expect(slow).toEqual([])
})

test('no call of a program holds the event loop', async () => {
  const cookie = await signedIn('admin')
  const call = (name: string, body: string) =>
    time(`${name} ${shown(body)}`, `/functions/v1/${name}`, cookie, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
  for (const worst of WORST) {
    const text = worst.repeat(Math.floor(FORM / (Buffer.byteLength(JSON.stringify(worst)) - 2)))
    for (const field of ['name', 'surname', 'email', 'phone', 'message', 'other'])
      await call('handle-contact-form', JSON.stringify({ ...CALL, [field]: text }))
    await call('enroll_user_in_courses', JSON.stringify({ user_id: text, course_ids: [text] }))
  }
  await call('enroll_user_in_courses', JSON.stringify({ course_ids: Array(Math.floor(FORM / 3)).fill(0) }))
  await call('enroll_user_in_courses', `{${Array.from({ length: FORM / 10 }, (_, i) => `"${i}":0`)}}`)
  await call('enroll_user_in_courses', '['.repeat(FORM))
  expect(slow).toEqual([])
})

const CALL = { name: 'Ada', surname: 'Rossi', email: 'ada@example.it', phone: '0736 123456', message: '' }
