import { setTimeout } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aPerson, cookieOf, PASSWORD } from '../../tests/people'
import { serving } from '../../tests/serving'
import { wholeSite } from '../../tests/site'
import { databaseDown, emptyDatabase } from '../../tests/world'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'

beforeEach(emptyDatabase)

function logged() {
  const lines: string[] = []
  const written = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  log.level = 'debug'
  onTestFinished(() => {
    log.level = 'silent'
    written.mockRestore()
  })
  return lines
}

const PERSONAL = {
  firstName: 'Zenobia',
  lastName: 'Quagliarella',
  email: 'zenobia.q@studio-lanterne.example',
  phone: '0736 918273',
  company: 'Fornaci Riunite',
  message: 'Vorrei-sapere-del-corso',
  password: 'quaranta-lanterne-accese',
  token: 'Zm9vYmFyLWVzdGVybm8tMTIzNDU2Nzg5',
}
const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
})
const json = (text: string): RequestInit => ({
  method: 'POST',
  body: text,
  headers: { 'Content-Type': 'application/json' },
})

test('the log holds nothing of what people send, in success, refusal or failure', async () => {
  const { ask } = await serving(await wholeSite())
  const { firstName, lastName, email, phone, company, message, password, token } = PERSONAL
  const ada = await aPerson()
  const Cookie = await cookieOf(ada.email)
  const account = { ...PERSONAL, confirmPassword: password, intent: 'signup', privacy: 'on' }
  const contact = { fullName: `${firstName} ${lastName}`, email, phone, company, message, privacy: 'on' }
  const call = JSON.stringify({ name: firstName, surname: lastName, email, phone, message, privacy: true })
  const journey: [path: string, init?: RequestInit][] = [
    ['/auth', form(account)],
    ['/auth', form({ intent: 'login', email, password })],
    ['/auth/recupera', form({ email })],
    [`/auth/conferma?token=${token}`],
    [`/auth/nuova-password?token=${token}`, form({ password, confirmPassword: password })],
    ['/contatti', form(contact)],
    ['/functions/v1/handle-contact-form', json(call)],
    ['/functions/v1/handle-contact-form', json(`${call}${firstName}`)],
    [
      '/functions/v1/enroll_user_in_courses',
      { ...json(call), headers: { Authorization: `Bearer ${token}` } },
    ],
    [`/calendario/${token}.ics`],
    [`/avvisi/${token}`, form({ intent: 'confirm' })],
    ['/corsi/uno/avvisami', form({ email })],
    [`/corsi?q=${firstName}`],
    [`/${lastName}/${encodeURIComponent(email)}`],
    [`/documenti/${lastName}`],
    [`/admin/people?q=${email}&dopo=${lastName}`],
    [`//${lastName}`],
    [`/${lastName}/`],
    ['/contatti', { ...form(contact), headers: { Origin: `https://${lastName}.example` } }],
    ['/contatti', { ...form(contact), method: 'PUT' }],
    [`/admin?${lastName}`],
    ['/dashboard/profilo', { ...form({ firstName, lastName, phone, company }), headers: { Cookie } }],
    ['/dashboard/password', { ...form({ currentPassword: password, password }), headers: { Cookie } }],
  ]
  const walk = async () => {
    for (const [path, { headers, ...init } = {}] of journey)
      await ask(path, headers as Record<string, string>, init)
  }
  const lines = logged()
  await walk()
  const before = lines.length
  expect(before).toBeGreaterThanOrEqual(journey.length)
  await databaseDown()
  await walk()
  expect(lines.slice(before).join('')).toContain('Failed query')

  const log = lines.join('').toLowerCase()
  const values = [...Object.values(PERSONAL), ada.email, PASSWORD, Cookie.split('=')[1] ?? '', '127.0.0.1']
  expect(values.filter((value) => log.includes(value.toLowerCase()))).toEqual([])
})

test('every line that an answer causes has the number that the answer bears, and names who answered', async () => {
  const { ask } = await serving(await wholeSite())
  const lines = logged()
  await databaseDown()
  const response = await ask('/corsi/uno')
  const number = response.headers.get('X-Request-Id')
  expect(number).toMatch(/^[\da-f]{8}$/)
  const linesOfRequest = lines.filter((line) => line.includes(`"requestId":"${number}"`))
  expect(linesOfRequest).toHaveLength(lines.length)
  expect(linesOfRequest.filter((line) => /error/.test(line)).length).toBeGreaterThan(0)
  expect(linesOfRequest.at(-1)).toMatch(
    /request .*"method":"GET","route":"\/corsi\/:slug","status":302,"ms":\d+/,
  )
})

test('a disconnected client is no fault', async () => {
  const leaver = new AbortController()
  const { ask } = await serving(async () => {
    leaver.abort()
    await setTimeout(100)
    return new Response(null, { status: 500 })
  }, null)
  const lines = logged()
  await expect(ask('/corsi', {}, { signal: leaver.signal })).rejects.toThrow('aborted')
  await vi.waitFor(() => expect(lines.join('')).toContain('"status":499'))
})

test('every kind of answer bears a number: refused, redirected, kept, unknown', async () => {
  const { ask } = await serving(await wholeSite())
  const answers = [
    await ask('/'),
    await ask('/'),
    await ask('/healthz'),
    await ask('//doppio'),
    await ask('/corsi/'),
    await ask('/non-esiste'),
    await ask('/corsi', {}, { method: 'PUT' }),
    await ask('/admin'),
  ]
  const numbers = answers.map(({ headers }) => headers.get('X-Request-Id'))
  expect(new Set(numbers).size).toBe(answers.length)
  expect(numbers).not.toContain(null)
})

test('a proxy’s number is taken over where proxies are trusted, and where it is one', async () => {
  const { ask } = await serving(await wholeSite())
  const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const answered = async (number: string) =>
    (await ask('/healthz', { 'X-Request-Id': number })).headers.get('X-Request-Id')
  expect(await answered(requestId)).not.toBe(requestId)
  env.trustProxy = true
  onTestFinished(() => {
    env.trustProxy = false
  })
  expect(await answered(requestId)).toBe(requestId)
  for (const odd of ['Zenobia-Quagliarella', 'abc', 'a'.repeat(80)]) expect(await answered(odd)).not.toBe(odd)
})
