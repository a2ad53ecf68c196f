import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aContext, aPerson, aRequest, cookieOf, sentBack } from '../../../tests/people'
import { visit } from '../../../tests/site'
import { emptyDatabase } from '../../../tests/world'
import { db } from '../../database/client.server'
import { profiles, sessions } from '../../database/schema'
import { readFlash } from '../../http/toasts.server'
import { OWNER_FIELD } from '../../ui/forms/form'
import { openForm, signOwner } from './saved-form.server'
import { deleteExpiredSessionsAndTokens, findMember, visitorFrom } from './session.server'

beforeEach(emptyDatabase)

const DAY = 24 * 60 * 60 * 1000
const email = 'ada@example.it'
const lastsFor = (milliseconds: number) =>
  db.update(sessions).set({ expiresAt: new Date(Date.now() + milliseconds) })
const toastsOf = async (response: Response) =>
  (await readFlash(aRequest('/', sentBack(response.headers)))).toasts.map(({ title }) => title)
const post = (body: string) => ({
  method: 'POST',
  body,
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://localhost:3000' },
})

describe('the door of the signed-in area', () => {
  test.each(['/mine', '/mine.data'])(
    'a stranger is led from %s to the sign-in page, silently',
    async (path) => {
      const response = await visit(aRequest(path))
      expect(response.status).toBe(path.endsWith('.data') ? 202 : 302)
      expect(response.headers.get('Location') ?? (await response.text())).toContain('/auth')
      expect(response.headers.getSetCookie()).toEqual([])
    },
  )

  test.each(['session=forged.signature', 'session='])('with the cookie %s one is told', async (cookie) => {
    const response = await visit(aRequest('/mine', cookie))
    expect(response.headers.get('Location')).toBe('/auth')
    expect(await toastsOf(response)).toEqual(['Sessione non valida'])
  })

  test('an expired session is refused, and its cookie cleared', async () => {
    await aPerson('ada')
    const cookie = await cookieOf(email)
    await lastsFor(-1000)
    const response = await visit(aRequest('/mine', cookie))
    expect(response.headers.get('Location')).toBe('/auth')
    expect(response.headers.getSetCookie().some((set) => set.startsWith('session=; Max-Age=0'))).toBe(true)
    expect(await db.select().from(sessions)).toEqual([])
  })

  test('a script with files gets a status, and what to tell waits for the page that it leads to', async () => {
    await aPerson('ada')
    const cookie = await cookieOf(email)
    const sent = { ...post('title=Corso'), headers: { ...post('').headers, Accept: 'application/json' } }
    expect((await visit(aRequest('/office', cookie, sent))).status).toBe(403)
    await lastsFor(-1000)
    const response = await visit(aRequest('/office', cookie, sent))
    expect([response.status, response.headers.get('Location')]).toEqual([401, null])
    expect(await toastsOf(response)).toEqual(['Sessione non valida'])
    const asMember = await visit(aRequest('/mine', '', sent))
    expect(asMember.status).toBe(401)
  })

  test('a member comes in, by cookie and by bearer token', async () => {
    await aPerson('ada')
    const cookie = await cookieOf(email)
    const bearer = { headers: { Authorization: `Bearer ${cookie.replace('session=', '')}` } }
    for (const request of [aRequest('/mine.data', cookie), aRequest('/mine.data', '', bearer)])
      expect(await (await visit(request)).text()).toContain(email)
  })

  test('a bearer token without its signature is refused', async () => {
    await aPerson('ada')
    await cookieOf(email)
    const [row] = await db.select().from(sessions)
    const bearer = { headers: { Authorization: `Bearer ${row?.token}` } }
    expect((await visit(aRequest('/mine', '', bearer))).headers.get('Location')).toBe('/auth')
  })

  test('a form sent with an ended session comes back sealed, without its passwords', async () => {
    const ada = await aPerson('ada')
    const cookie = await cookieOf(email)
    await db.delete(sessions)
    const sent = post(`nota=Ciao&newPassword=segreto&nota=a+te&${OWNER_FIELD}=${await signOwner(ada)}`)
    const response = await visit(aRequest('/mine.data?index', cookie, sent))
    expect(response.status).toBe(401)
    const saved = (await response.text()).match(/"saved","([\w-]+)"/)?.[1] ?? ''
    expect(await openForm(saved, ada)).toEqual({
      path: '/mine?index',
      fields: [
        ['nota', 'Ciao'],
        ['nota', 'a te'],
      ],
    })
  })

  test('a form from another site is refused', async () => {
    const { headers, ...init } = post('nota=Ciao')
    const response = await visit(
      aRequest('/mine', '', { ...init, headers: { ...headers, Origin: 'https://evil.example' } }),
    )
    expect(response.status).toBeGreaterThanOrEqual(400)
  })
})

describe('the door of the office', () => {
  test.each(['/office', '/office.data'])(
    'a member is led from %s to the home page and told',
    async (path) => {
      await aPerson('ada')
      const response = await visit(aRequest(path, await cookieOf(email)))
      expect(response.headers.get('Location') ?? (await response.text())).toContain('/')
      expect(await toastsOf(response)).toEqual(['Accesso negato'])
    },
  )

  test('an administrator comes in, until the role is lost', async () => {
    const carla = await aPerson('carla', 'admin')
    const cookie = await cookieOf(carla.email)
    expect((await visit(aRequest('/office', cookie))).status).toBe(200)
    await db.update(profiles).set({ role: 'member' }).where(eq(profiles.id, carla.id))
    expect((await visit(aRequest('/office', cookie))).headers.get('Location')).toBe('/')
  })
})

describe('renewal', () => {
  test('a visit renews a session older than a day, and the answer carries its cookie', async () => {
    await aPerson('ada')
    const cookie = await cookieOf(email)
    expect((await visit(aRequest('/', cookie))).headers.getSetCookie()).toEqual([])

    await lastsFor(12 * DAY)
    const [renewed, ...others] = (await visit(aRequest('/', cookie))).headers.getSetCookie()
    expect([renewed?.split(';')[0], others]).toEqual([cookie, []])
    const [row] = await db.select().from(sessions)
    expect(row?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 13.9 * DAY)
  })

  test('a renewal does not bring back the session that the same request ends', async () => {
    await aPerson('ada')
    const cookie = await cookieOf(email)
    await lastsFor(12 * DAY)
    const response = await visit(aRequest('/?index', cookie, post('')))
    expect(response.status).toBe(302)
    expect(response.headers.getSetCookie().map((set) => set.split('; ').slice(0, 2))).toContainEqual([
      'session=',
      'Max-Age=0',
    ])
    expect(response.headers.getSetCookie().filter((set) => set.startsWith('session='))).toHaveLength(1)
  })

  test('GET /session returns the expiry, POST renews the session', async () => {
    await aPerson('ada')
    const cookie = await cookieOf(email)
    await lastsFor(60_000)
    const left = async (init?: RequestInit) => {
      const response = await visit(aRequest('/session', cookie, init))
      const { expiresAt } = await response.json()
      return Math.round((Date.parse(expiresAt) - Date.now()) / 60_000)
    }
    expect([await left(), await left(), await left({ method: 'POST' }), await left()]).toEqual([
      1, 1, 20_160, 20_160,
    ])
  })

  test('/session answers 401 to strangers and to the dead', async () => {
    await aPerson('ada')
    const cookie = await cookieOf(email)
    await lastsFor(-1000)
    for (const request of [
      aRequest('/session'),
      aRequest('/session', cookie),
      aRequest('/session', cookie, { method: 'POST' }),
    ]) {
      const response = await visit(request)
      expect([response.status, response.headers.get('Cache-Control')]).toEqual([401, 'no-store'])
    }
  })

  test('dead sessions are cleared away, living ones stay', async () => {
    await aPerson('ada')
    await cookieOf(email)
    await lastsFor(-1000)
    await cookieOf(email)
    await deleteExpiredSessionsAndTokens()
    expect(await db.select().from(sessions)).toHaveLength(1)
  })
})

test('a request reads its session once', async () => {
  await aPerson('ada')
  const [request, context] = [aRequest('/', await cookieOf(email)), aContext()]
  const [first, second] = await Promise.all([findMember(request, context), findMember(request, context)])
  expect(first).toBe(second)
  expect(first).toEqual({
    id: first?.id,
    sessionId: first?.sessionId,
    email,
    firstName: 'ada',
    lastName: 'Prova',
    company: null,
    phone: null,
    role: 'member',
  })
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002:0000:0000:0000:0000'],
])('%s counts as %s for the limits', (address, network) => {
  expect(visitorFrom(aContext(address)).address).toBe(network)
})
