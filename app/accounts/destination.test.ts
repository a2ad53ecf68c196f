import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '../../tests/codes'
import { ADDRESSES } from '../../tests/documents'
import { aCaller, aPerson, aRequest, cookieOf, linkTo, PASSWORD, sentBack } from '../../tests/people'
import { aWhileLater, withSecondFactor } from '../../tests/second-factor'
import { wholeSite } from '../../tests/site'
import { aCourse, emptyDatabase } from '../../tests/world'
import { createHttpApp } from '../http/http.server'
import { readFlash } from '../http/toasts.server'
import { intendedCourse } from './intended-course.server'

// A page asked for without a session is opened after the sign-in.

let http: ReturnType<typeof createHttpApp>
beforeAll(async () => {
  http = createHttpApp({ render: await wholeSite(await import('../entry.server')) })
})
beforeEach(emptyDatabase)

const ORIGIN = 'http://localhost:3000'
let callers = 0

function ask(path: string, cookie = '', fields?: Record<string, string>) {
  callers += 1
  const init = fields && { method: 'POST', body: new URLSearchParams(fields) }
  const headers = { Origin: ORIGIN, Cookie: cookie }
  return http.request(ORIGIN + path, { ...init, headers }, aCaller(`198.51.100.${callers % 250}`))
}

const locationOf = (response: Response) => [response.status, response.headers.get('Location')]
const credentials = (email: string) => ({ intent: 'login', email, password: PASSWORD })
const signInFor = (path: string) => `/auth?verso=${encodeURIComponent(path)}`
const toastsOf = async (response: Response) =>
  (await readFlash(aRequest('/', sentBack(response.headers)))).toasts.map(({ title }) => title)

describe('a stranger', () => {
  const BEHIND_SIGN_IN = ADDRESSES.filter(
    (path) => /^\/(dashboard|admin)/.test(path) && !/audit|\.csv$/.test(path) && path !== '/dashboard',
  )

  test('is led from every page behind the sign-in to the sign-in for that page', async () => {
    expect(BEHIND_SIGN_IN.length).toBeGreaterThan(40)
    for (const address of BEHIND_SIGN_IN) {
      const path = `${address.replace(/:\w+/g, 'a-1')}?q=D%27Orazio&pagina=2`
      expect(locationOf(await ask(path)), path).toEqual([302, signInFor(path)])
      const inside = await ask(path.replace('?', '.data?'))
      expect(await inside.text(), path).toContain(signInFor(path))
    }
    expect(locationOf(await ask('/dashboard'))).toEqual([302, '/auth'])
  })

  test('who sent a form with files is led back to its page, but not to the address of another form', async () => {
    const page = '/admin/courses/a-1/messaggi/nuovo?a=1'
    const post = async (body: URLSearchParams | FormData) => {
      const headers = { Origin: ORIGIN }
      return locationOf(
        await http.request(ORIGIN + page, { method: 'POST', body, headers }, aCaller('198.51.100.251')),
      )
    }
    const withFile = new FormData()
    withFile.append('text', 'Ci vediamo al piano terra')
    withFile.append('file', new File(['x'], 'mappa.txt'))
    expect(await post(withFile)).toEqual([302, signInFor(page)])
    expect(await post(new URLSearchParams({ text: 'a' }))).toEqual([302, '/auth'])
  })

  test('keeps the page on both tabs, in the forms, and in the links to recovery and confirmation', async () => {
    const query = `verso=${encodeURIComponent('/admin/richieste')}`
    for (const tab of ['/auth?', '/auth?scheda=registrazione&amp;'])
      expect(await (await ask(`/auth?${query}`)).text()).toContain(`href="${tab}${query}"`)
    const login = await (await ask(`/auth?${query}`)).text()
    expect(login).toContain(`action="/auth?${query}"`)
    expect(login).toContain(`href="/auth/recupera?${query}"`)
    expect(login).toContain(`href="/auth/conferma?${query}"`)
    expect(login).toContain('Accedi per aprire la pagina che hai chiesto.')
    const signUp = await (await ask(`/auth?scheda=registrazione&${query}`)).text()
    expect(signUp).toContain(`action="/auth?scheda=registrazione&amp;${query}"`)
  })
})

describe('the sign-in', () => {
  test('ends at the page that was asked for, also after a wrong password', async () => {
    await aPerson('ada')
    const page = signInFor('/dashboard/account?nuovo=1')
    const wrong = await ask(page, '', { ...credentials('ada@example.it'), password: 'sbagliata' })
    expect(await wrong.text()).toContain(`action="${page}"`)
    const entered = await ask(page, '', credentials('ada@example.it'))
    expect(locationOf(entered)).toEqual([302, '/dashboard/account?nuovo=1'])
    expect(await toastsOf(entered)).toEqual(['Login effettuato'])
  })

  test('ends at the day of an administrator, through the code too, and at the courses of a member', async () => {
    const [ada, carla, dora] = [
      await aPerson('ada'),
      await aPerson('carla', 'admin'),
      await aPerson('dora', 'admin'),
    ]
    expect(locationOf(await ask('/auth', '', credentials(ada.email)))).toEqual([302, '/dashboard'])
    const entered = await ask('/auth', '', credentials(carla.email))
    expect(locationOf(entered)).toEqual([302, '/admin/oggi'])
    expect(locationOf(await ask('/auth', sentBack(entered.headers)))).toEqual([302, '/admin/oggi'])
    const { key } = await withSecondFactor(dora)
    await aWhileLater()
    const asked = await ask('/auth', '', credentials(dora.email))
    const cookie = sentBack(asked.headers)
    expect(locationOf(await ask('/auth/codice', cookie, { code: codeOf(key) }))).toEqual([302, '/admin/oggi'])
  })

  test('of an administrator who has asked for a course ends where it waits', async () => {
    const [carla, course] = [await aPerson('carla', 'admin'), await aCourse()]
    const waiting = sentBack((await ask(`/corsi/${course.slug}/iscrizione`, '', {})).headers)
    expect(locationOf(await ask('/auth', waiting, credentials(carla.email)))).toEqual([302, '/dashboard'])
  })

  test('leads an administrator through the code to the page', async () => {
    const carla = await aPerson('carla', 'admin')
    const { key } = await withSecondFactor(carla)
    await aWhileLater()
    const asked = await ask(signInFor('/admin/richieste'), '', credentials(carla.email))
    const codePage = `/auth/codice?verso=${encodeURIComponent('/admin/richieste')}`
    expect(locationOf(asked)).toEqual([302, codePage])
    const cookie = sentBack(asked.headers)
    const shown = await (await ask(codePage, cookie)).text()
    expect(shown).toContain(`action="${codePage}"`)
    expect(shown).toContain(`/auth/codice?recupero&amp;verso=${encodeURIComponent('/admin/richieste')}`)
    const entered = await ask(codePage, cookie, { code: codeOf(key) })
    expect(locationOf(entered)).toEqual([302, '/admin/richieste'])
  })

  test('begins again for the same page when the code comes too late', async () => {
    const late = await ask(`/auth/codice?verso=${encodeURIComponent('/admin/mail')}`, '', { code: '123456' })
    expect(locationOf(late)).toEqual([302, signInFor('/admin/mail')])
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/%2f%2fevil.example',
    '/dashboard/..//evil.example',
    '/\t/evil.example',
    '/dashboard/\r\nSet-Cookie:a=b',
    '/corsi',
    '/logout',
  ])('never leads to %j', async (path) => {
    const ada = await aPerson('ada')
    const entered = await ask(signInFor(path), '', credentials(ada.email))
    expect(locationOf(entered)).toEqual([302, '/dashboard'])
    const open = await ask(signInFor(path), await cookieOf(ada.email))
    expect(locationOf(open)).toEqual([302, '/dashboard'])
  })

  test('of somebody who is signed in already goes straight to the page', async () => {
    const ada = await aPerson('ada')
    const opened = await ask(signInFor('/dashboard/account'), await cookieOf(ada.email))
    expect(locationOf(opened)).toEqual([302, '/dashboard/account'])
  })

  test('of a member to a page of the office tells that it is not theirs', async () => {
    const ada = await aPerson('ada')
    const refused = await ask('/admin/richieste', await cookieOf(ada.email))
    expect([...locationOf(refused), await toastsOf(refused)]).toEqual([302, '/', ['Accesso negato']])
  })

  test('downloads a file from a page that stays', async () => {
    const ada = await aPerson('ada')
    const file = '/dashboard/documenti/6f1b1c0a-0000-4000-8000-000000000000'
    expect(locationOf(await ask(file))).toEqual([302, signInFor(file)])
    const entered = await ask(signInFor(file), '', credentials(ada.email))
    const waiting = `/ripresa?verso=${encodeURIComponent(file)}`
    expect(locationOf(entered)).toEqual([302, waiting])
    const page = await (await ask(waiting, await cookieOf(ada.email))).text()
    expect(page).toContain(`<meta http-equiv="refresh" content="0;url=${file}"/>`)
    expect(page).toContain(`href="${file}"`)
    const other = await ask('/ripresa?verso=%2Fdashboard%2Faccount', await cookieOf(ada.email))
    expect(locationOf(other)).toEqual([302, '/dashboard'])
  })
})

describe('sign-up and recovery', () => {
  const page = '/dashboard/iscrizioni/6f1b1c0a-0000-4000-8000-000000000000'
  const query = `verso=${encodeURIComponent(page)}`
  const typed = {
    intent: 'signup',
    firstName: 'Ada',
    lastName: 'Conti',
    email: 'ada@example.it',
    password: PASSWORD,
    confirmPassword: PASSWORD,
  }

  test('the link of the confirmation leads to the page, from any device', async () => {
    await ask(`/auth?scheda=registrazione&${query}`, '', typed)
    const link = await linkTo('ada@example.it')
    expect(link.get('verso')).toBe(page)
    const shown = await (await ask(`/auth/conferma?${link}`)).text()
    expect(shown).toContain(`action="/auth/conferma?${query}"`)
    const confirmed = await ask(`/auth/conferma?${query}`, '', {
      token: link.get('token') ?? '',
      password: PASSWORD,
    })
    expect(locationOf(confirmed)).toEqual([302, page])
  })

  test('a link that is sent again leads to the page too', async () => {
    const registered = await ask(`/auth?scheda=registrazione&${query}`, '', typed)
    await ask('/auth/controlla-la-posta', sentBack(registered.headers), { intent: 'again' })
    expect((await linkTo('ada@example.it')).get('verso')).toBe(page)
    await ask(`/auth/conferma?${query}`, '', { email: 'ada@example.it' })
    expect((await linkTo('ada@example.it')).get('verso')).toBe(page)
  })

  test('a course that waits comes before the page', async () => {
    const course = await aCourse()
    const waiting = sentBack((await ask(`/corsi/${course.slug}/iscrizione`, '', {})).headers)
    await ask(`/auth?scheda=registrazione&${query}`, waiting, typed)
    const link = await linkTo('ada@example.it')
    const fields = { token: link.get('token') ?? '', corso: link.get('corso') ?? '', password: PASSWORD }
    expect(locationOf(await ask(`/auth/conferma?${query}`, '', fields))).toEqual([302, '/dashboard'])
  })

  test('a course that waits is kept by a recovery and by another link, from any device', async () => {
    const course = await aCourse()
    const waiting = sentBack((await ask(`/corsi/${course.slug}/iscrizione`, '', {})).headers)
    await ask('/auth?scheda=registrazione', waiting, typed)
    const link = await linkTo('ada@example.it')
    const shown = await (await ask(`/auth/conferma?${link}`)).text()
    expect(shown).toContain(`href="/auth/recupera?corso=${course.slug}"`)

    const expired = await (await ask(`/auth/conferma?token=scaduto&corso=${course.slug}`)).text()
    expect(expired).toContain(`action="/auth/conferma?corso=${course.slug}"`)
    await ask(`/auth/conferma?corso=${course.slug}`, '', { email: 'ada@example.it' })
    expect((await linkTo('ada@example.it')).get('corso')).toBe(course.slug)

    for (const [query, cookie] of [
      [`?corso=${course.slug}`, ''],
      ['', waiting],
    ] as const) {
      const recovery = await (await ask(`/auth/recupera${query}`, cookie)).text()
      expect(recovery).toContain(`action="/auth/recupera${query}"`)
      await ask(`/auth/recupera${query}`, cookie, { email: 'ada@example.it' })
      const reset = await linkTo('ada@example.it')
      expect(reset.get('corso')).toBe(course.slug)
      const form = await (await ask(`/auth/nuova-password?${reset}`)).text()
      expect(form).toContain(`&amp;corso=${course.slug}"`)
      const password = 'un-altro-cortile'
      const changed = await ask(`/auth/nuova-password?${reset}`, '', { password, confirmPassword: password })
      expect(await intendedCourse.read(aRequest('/auth', sentBack(changed.headers)))).toBe(course.slug)
    }
  })

  test('the recovery leads back to the sign-in for the page', async () => {
    await aPerson('ada')
    const asked = await ask(`/auth/recupera?${query}`, '', { email: 'ada@example.it' })
    expect(locationOf(asked)).toEqual([302, `/auth?${query}`])
    const link = await linkTo('ada@example.it')
    const password = 'un-altro-cortile'
    const changed = await ask(`/auth/nuova-password?${link}`, '', { password, confirmPassword: password })
    expect(locationOf(changed)).toEqual([302, `/auth?${query}`])
  })
})

describe('while somebody else is signed in', () => {
  const signUp = { intent: 'signup', firstName: 'Bea', lastName: 'Neri', email: 'bea@example.it' }

  test('a sign-in or a sign-up that is sent keeps the session, and says so', async () => {
    const [ada] = [await aPerson('ada'), await aPerson('berta')]
    const cookie = await cookieOf(ada.email)
    const passwords = { password: PASSWORD, confirmPassword: PASSWORD }
    for (const fields of [credentials('berta@example.it'), { ...signUp, ...passwords }]) {
      const response = await ask(signInFor('/dashboard/account'), cookie, fields)
      expect([...locationOf(response), await toastsOf(response)]).toEqual([
        302,
        '/dashboard',
        ['Hai già fatto l’accesso'],
      ])
    }
  })

  test('a sign-in of the same person goes on silently', async () => {
    const ada = await aPerson('ada')
    const response = await ask(
      signInFor('/dashboard/account'),
      await cookieOf(ada.email),
      credentials(' ADA@example.it'),
    )
    expect([...locationOf(response), await toastsOf(response)]).toEqual([302, '/dashboard/account', []])
  })

  test('a code keeps the session too, of the same person or of another', async () => {
    const [ada, carla] = [await aPerson('ada'), await aPerson('carla')]
    const { cookie: carlasCookie } = await withSecondFactor(carla)
    const asked = await ask('/auth', '', credentials(carla.email))
    const ticket = sentBack(asked.headers)
    const strangersResponse = await ask('/auth/codice', `${ticket}; ${await cookieOf(ada.email)}`, {
      code: '123456',
    })
    expect(await toastsOf(strangersResponse)).toEqual(['Hai già fatto l’accesso'])
    const ownResponse = await ask('/auth/codice', `${ticket}; ${carlasCookie}`, { code: '123456' })
    expect([...locationOf(ownResponse), await toastsOf(ownResponse)]).toEqual([302, '/dashboard', []])
  })
})
