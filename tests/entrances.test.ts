import { beforeAll, describe, expect, test } from 'vitest'
import { createHttpApp } from '../app/http/http.server'
import { ADMIN_ADDRESSES, ADDRESSES as PATHS } from './documents'
import { aCaller, aPerson, cookieOf } from './people'
import { wholeSite } from './site'
import { aCourse, emptyDatabase } from './world'

// Properties of every route; journeys/access.e2e.ts tests who may do what.

const inside = (path: string) => (path === '/' ? '/_.data' : `${path}.data`)

let http: ReturnType<typeof createHttpApp>
let course: string
let person: string
const cookies = { stranger: '', member: '', secretary: '', office: '' }
type Who = keyof typeof cookies
const EVERYBODY = Object.keys(cookies) as Who[]

beforeAll(async () => {
  await emptyDatabase()
  http = createHttpApp({ render: await wholeSite() })
  course = (await aCourse()).id
  const ada = await aPerson('ada')
  person = ada.id
  cookies.member = await cookieOf(ada.email)
  cookies.secretary = await cookieOf((await aPerson('sara', 'secretary')).email)
  cookies.office = await cookieOf((await aPerson('carla', 'admin')).email)
})

async function ask(path: string, who: Who, method = 'GET', headers: Record<string, string> = {}) {
  const named = path
    .replace(':course', course)
    .replace(':person', person)
    .replace(/:\w+|\*/g, 'nessuno')
  const sent = new Headers(headers)
  if (cookies[who]) sent.set('Cookie', cookies[who])
  const body = method === 'POST' ? new URLSearchParams({ nessuno: '1' }) : undefined
  return http.request(
    `http://localhost:3000${named}`,
    { method, headers: sent, ...(body && { body }) },
    CALLER,
  )
}

/** What readers get, asked for once. */
const responses = new Map<string, Response>()
async function read(path: string, who: Who): Promise<Response> {
  const response = responses.get(`${who} ${path}`) ?? (await ask(path, who))
  if (!response.bodyUsed) await response.arrayBuffer()
  responses.set(`${who} ${path}`, response)
  return response
}

const CALLER = aCaller('192.0.2.1')
const OURS = 'http://localhost:3000'
const FOREIGN: Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { Origin: `${OURS}.evil.example` },
  { Origin: 'http://localhost:3001' },
  { Origin: OURS, 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
]

describe('at every address', () => {
  test('there are addresses', () => {
    expect(PATHS.length).toBeGreaterThan(50)
    expect(PATHS).toEqual(expect.arrayContaining(['/', '/auth', '/admin/courses/:course', '/*']))
  })

  test('requests of other sites are refused', async () => {
    for (const path of PATHS.flatMap((path) => [path, inside(path)]))
      for (const headers of FOREIGN) {
        const response = await ask(path, 'office', 'POST', headers)
        expect([response.status, await response.text()], `${path} ${JSON.stringify(headers)}`).toEqual([
          403,
          expect.stringContaining('Richiesta rifiutata: arriva da un altro sito.'),
        ])
      }
  })

  test('the same from our own pages gets in, and the office is turned away nowhere', async () => {
    // It signs out, so it is last.
    for (const path of [...PATHS.filter((path) => path !== '/logout'), '/logout']) {
      const response = await ask(path, 'office', 'POST', { Origin: OURS, 'Sec-Fetch-Site': 'same-origin' })
      expect([401, 403], path).not.toContain(response.status)
      expect(response.headers.get('Location'), path).not.toBe('/auth')
    }
    cookies.office = await cookieOf('carla@example.it')
  })

  test('a parameter that names nothing is no fault', async () => {
    const unknown = ['zzz', '00000000-0000-4000-8000-000000000000', '__proto__', '%00', '%C3%A8', '-1', '1e9']
    const withParameter = PATHS.filter((path) => path.includes(':'))
    expect(withParameter.length).toBeGreaterThan(50)
    for (const path of withParameter)
      for (const id of unknown)
        for (const method of ['GET', 'POST']) {
          const address = path.replace(/:\w+/g, id)
          const { status } = await ask(address, 'office', method, { Origin: OURS })
          expect(status, `${method} ${address}`).toBeLessThan(500)
        }
  })

  test('a site on this machine takes forms under whatever name it is called by', async () => {
    const address = 'http://127.0.0.1:4000'
    const sent = { method: 'POST', body: new URLSearchParams({ email: 'ada' }), headers: { Origin: address } }
    const response = await http.request(`${address}/auth.data`, sent, CALLER)
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('Email non valida'),
    ])
  })

  test('reading, asking for the head and sending are all there is to do', async () => {
    for (const path of PATHS.flatMap((path) => [path, inside(path)]))
      for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        const response = await ask(path, 'office', method)
        expect([response.status, response.headers.get('Allow')], `${method} ${path}`).toEqual([
          405,
          expect.stringContaining('POST'),
        ])
      }
  })

  test.each(EVERYBODY)('the head for the %s is that of what they would read', async (who) => {
    for (const path of PATHS) {
      const [head, whole] = [await ask(path, who, 'HEAD'), await read(path, who)]
      const outcome = ({ status, headers }: Response) => [status, headers.get('Location')]
      expect([outcome(head), await head.text()], path).toEqual([outcome(whole), ''])
    }
  })

  test.each(EVERYBODY)('the answer to the %s says what browsers may do with it', async (who) => {
    for (const path of PATHS.flatMap((path) => [path, inside(path)])) {
      const { headers } = await read(path, who)
      expect(headers.get('X-Content-Type-Options'), path).toBe('nosniff')
      expect(headers.get('Content-Type') ?? '', path).not.toMatch(/(java|ecma|j|live)script/)
      expect(headers.get('Content-Security-Policy'), path).toMatch(
        /default-src 'none'.*frame-ancestors 'none'/,
      )
      expect(headers.get('Referrer-Policy'), path).toBe('strict-origin-when-cross-origin')
      expect(headers.has('Access-Control-Allow-Origin'), path).toBe(false)
    }
  })

  test('responses to signed-in callers are not stored', async () => {
    const token = cookies.member.replace('session=', '')
    for (const path of PATHS)
      for (const response of [
        await read(path, 'member'),
        await ask(path, 'stranger', 'GET', { Authorization: `Bearer ${token}` }),
      ]) {
        const cacheControl = response.headers.get('Cache-Control') ?? ''
        const personal = /^\/(dashboard|docente|admin|sessione)/.test(path)
        const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
        if (personal || isPage) expect(cacheControl, path).toContain('no-store')
      }
  })
})

describe('a secretary', () => {
  const outcomeOf = async (path: string, method: string) => {
    const response = await ask(path, 'secretary', method, { Origin: OURS, 'Sec-Fetch-Site': 'same-origin' })
    return [response.status, response.headers.get('Location')]
  }

  test('is refused at every address for administrators alone, whatever the method', async () => {
    expect(ADMIN_ADDRESSES.length).toBeGreaterThan(10)
    for (const path of ADMIN_ADDRESSES.flatMap((path) => [path, inside(path)]))
      for (const method of ['GET', 'HEAD', 'POST'])
        expect(await outcomeOf(path, method), `${method} ${path}`).toEqual([403, null])
  })

  test('keeps the frame of the office where the application leads to a refusal', async () => {
    const refused = await (await ask('/admin/stato.data', 'secretary')).text()
    expect(refused).toContain('Solo un amministratore può aprire questa pagina.')
    expect(refused).toContain('sara Prova')
  })

  test('is turned away from no other address of the office', async () => {
    const others = PATHS.filter((path) => path.startsWith('/admin') && !ADMIN_ADDRESSES.includes(path))
    expect(others.length).toBeGreaterThan(40)
    for (const path of others.flatMap((path) => [path, inside(path)]))
      for (const method of ['GET', 'POST']) {
        const [status, location] = await outcomeOf(path, method)
        expect([401, 403], `${method} ${path}`).not.toContain(status)
        expect(['/', '/auth'], `${method} ${path}`).not.toContain(location)
      }
  })
})
