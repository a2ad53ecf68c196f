import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  aCaller,
  aPerson,
  aRequest,
  cookieOf,
  emailsTo,
  linkTo,
  PASSWORD,
  sentBack,
} from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { emptyDatabase } from '../../../tests/world'
import { createHttpApp } from '../../http/http.server'
import { readFlash } from '../../http/toasts.server'
import { intendedCourse } from '../intended-course.server'
import { recentSignUp } from '../recent-sign-up.server'

let http: ReturnType<typeof createHttpApp>
beforeAll(async () => {
  http = createHttpApp({ render: await wholeSite(await import('../../entry.server')) })
})
beforeEach(emptyDatabase)

const ORIGIN = 'http://localhost:3000'
const PAGE = '/auth/controlla-la-posta'
let callers = 0
const anAddress = () => `203.0.113.${++callers % 250}`

async function post(path: string, fields: Record<string, string>, cookie = '', address = anAddress()) {
  const headers = { Origin: ORIGIN, ...(cookie && { Cookie: cookie }) }
  const init = { method: 'POST', body: new URLSearchParams(fields), headers }
  return http.request(ORIGIN + path, init, aCaller(address))
}
async function read(path: string, cookie = '') {
  const headers: Record<string, string> = cookie ? { Cookie: cookie } : {}
  const response = await http.request(ORIGIN + path, { headers }, aCaller(anAddress()))
  return { status: response.status, location: response.headers.get('Location'), text: await response.text() }
}

const names = { firstName: 'Ada', lastName: 'Conti' }
const signUp = (email: string) =>
  post('/auth', { intent: 'signup', email, ...names, password: PASSWORD, confirmPassword: PASSWORD })
const toastsAfter = async ({ headers }: Response) =>
  (await readFlash(aRequest('/', sentBack(headers)))).toasts
const cookiesWithoutFlash = (response: Response) =>
  sentBack(response.headers).replace(/avviso=[^;]*(; )?/, '')
const set = ({ headers }: Response) => headers.getSetCookie().map((cookie) => cookie.split('=')[0])

test('a sign-up leads to the page, alike for a known and an unknown e-mail', async () => {
  await aPerson('ada')
  const sentences = []
  for (const email of ['ada@example.it', 'bea@example.it']) {
    const response = await signUp(email)
    const page = await read(PAGE, cookiesWithoutFlash(response))
    expect(page.text).toContain(`<b>${email}</b>`)
    sentences.push([
      response.status,
      response.headers.get('Location'),
      set(response),
      await toastsAfter(response),
      page.status,
      page.text.replaceAll(email, '').replaceAll(/nonce="[^"]*"/g, ''),
    ])
  }
  expect(sentences[0]?.slice(0, 2)).toEqual([302, PAGE])
  expect(sentences[0]?.[3]).toEqual([
    {
      tone: 'success',
      title: 'Registrazione completata',
      description: "Controlla la tua email per confermare l'account.",
    },
  ])
  expect(sentences[0]).toEqual(sentences[1])
})

describe('the page', () => {
  test('without its cookie, or with one that was changed, asks for the address', async () => {
    const cookie = cookiesWithoutFlash(await signUp('ada@example.it'))
    for (const other of ['', cookie.slice(0, -3), cookie.replace('registrazione', 'corso')]) {
      const { status, text } = await read(PAGE, other)
      expect([status, text.includes('ada@example.it')]).toEqual([200, false])
      expect(text).toContain('action="/auth/conferma"')
      expect((await post(PAGE, {}, other)).headers.get('Location')).toBe('/auth/conferma')
    }
    expect(await emailsTo('ada@example.it')).toHaveLength(1)
  })

  test('leads a member to the dashboard', async () => {
    const cookie = await cookieOf((await aPerson('ada')).email)
    expect(await read(PAGE, cookie)).toMatchObject({ status: 302, location: '/dashboard' })
    expect((await post(PAGE, {}, cookie)).headers.get('Location')).toBe('/dashboard')
  })

  test('sends again, with the same words for a known and an unknown e-mail, and with the course', async () => {
    await aPerson('ada')
    for (const [email, kinds] of [
      ['ada@example.it', ['already-registered']],
      ['bea@example.it', ['confirm-address', 'confirm-address']],
    ] as const) {
      const cookie = cookiesWithoutFlash(await signUp(email))
      const course = (await intendedCourse.write('leadership')).split(';')[0]
      const response = await post(PAGE, {}, `${cookie}; ${course}`)
      expect([response.status, response.headers.get('Location')]).toEqual([302, PAGE])
      expect(await toastsAfter(response)).toEqual([
        {
          tone: 'success',
          title: 'Controlla la tua email',
          description: `Se ${email} aspetta una conferma, riceverai di nuovo il link.`,
        },
      ])
      expect((await emailsTo(email)).map(({ kind }) => kind)).toEqual(kinds)
    }
    expect((await linkTo('bea@example.it')).get('corso')).toBe('leadership')
  })

  test('sends only to the address of the sign-up, three times an hour', async () => {
    const cookie = cookiesWithoutFlash(await signUp('ada@example.it'))
    await signUp('bea@example.it')
    const address = anAddress()
    const again = () => post(PAGE, { email: 'bea@example.it' }, cookie, address)
    for (let attempt = 0; attempt < 3; attempt++) expect((await again()).status).toBe(302)
    const fourth = await again()
    expect([fourth.status, Number(fourth.headers.get('Retry-After')) > 0]).toEqual([429, true])
    const text = await fourth.text()
    expect(text).toMatch(/Troppi tentativi: riprova tra \d+ minuti/)
    expect(text).toMatch(/<title>Errore: /)
    expect(await emailsTo('ada@example.it')).toHaveLength(4)
    expect(await emailsTo('bea@example.it')).toHaveLength(1)
  })

  test('asks about a likely slip, which its link corrects', async () => {
    const cookie = cookiesWithoutFlash(await signUp('ada@gmial.com'))
    const { text } = await read(PAGE, cookie)
    expect(text).toMatch(/Intendevi.*ada@gmail\.com/)
    const form = (await read('/auth?scheda=registrazione&cambia=intesa', cookie)).text
    expect(form).toContain('value="ada@gmail.com"')
    expect((await read(PAGE, cookiesWithoutFlash(await signUp('bea@example.it')))).text).not.toContain(
      'Intendevi',
    )
  })
})

describe('to change the address', () => {
  test('the form has what was typed, and no password', async () => {
    const cookie = cookiesWithoutFlash(await signUp('ada@example.it'))
    const { text } = await read('/auth?scheda=registrazione&cambia', cookie)
    for (const value of ['Ada', 'Conti', 'ada@example.it']) expect(text).toContain(`value="${value}"`)
    expect(text).not.toContain(PASSWORD)
    expect(Buffer.from(cookie, 'base64').toString()).not.toContain(PASSWORD)
  })

  test('nobody else sees it, nor whoever opens the form for themselves', async () => {
    const cookie = cookiesWithoutFlash(await signUp('ada@example.it'))
    for (const [path, sent] of [
      ['/auth?scheda=registrazione&cambia', ''],
      ['/auth?scheda=registrazione', cookie],
      ['/auth', cookie],
    ] as const)
      expect((await read(path, sent)).text).not.toContain('Conti')
  })
})

test('confirming and signing in end what the page knows', async () => {
  const email = 'ada@example.it'
  const cookie = cookiesWithoutFlash(await signUp(email))
  const token = (await linkTo(email)).get('token') ?? ''
  const gone = /^registrazione=;.*Max-Age=0/
  const confirmed = await post('/auth/conferma', { token, password: PASSWORD }, cookie)
  expect(confirmed.headers.getSetCookie()).toContainEqual(expect.stringMatching(gone))
  const entered = await post('/auth', { intent: 'login', email, password: PASSWORD })
  expect(entered.headers.getSetCookie()).toContainEqual(expect.stringMatching(gone))
})

test('what the page knows lasts an hour, whatever the browser keeps', async () => {
  onTestFinished(() => void vi.useRealTimers())
  const cookie = cookiesWithoutFlash(await signUp('ada@example.it'))
  const now = Date.now()
  const knows = async (minutes: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: now + minutes * 60_000 })
    return (await recentSignUp.read(aRequest('/', cookie)))?.email
  }
  expect(await knows(59)).toBe('ada@example.it')
  expect(await knows(61)).toBeUndefined()
})
