import { setTimeout as later } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { html, serving } from '../../tests/serving'

afterEach(() => vi.useRealTimers())

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html', Cookie: 'session=a' }

/** A site whose forms take a moment, and count how often each was received. */
async function aSite({ status = 200, cookie = 'n' } = {}) {
  let received = 0
  const { ask } = await serving(async (request) => {
    if (request.method === 'GET') return html('')
    received += 1
    const number = received
    await later(50)
    if (request.signal.aborted) throw new Error('nobody waits any more')
    return html(`${number}: ${await request.text()}`, {
      status,
      headers: {
        'Set-Cookie': `${cookie}=${number}`,
        ...(status === 302 && { Location: '/modulo?inviato' }),
      },
    })
  }, null)
  const press = (body: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
    ask('/modulo', { ...FORM, ...headers }, { method: 'POST', body, ...init })
  const look = (headers: Record<string, string>) => ask('/modulo', { Accept: 'text/html', ...headers })
  return { press, look, received: () => received }
}

test('the second of two equal forms gets the answer of the first, while that is made and afterwards', async () => {
  const { press, received } = await aSite()
  const [first, second] = await Promise.all([press('a=1'), press('a=1')])
  const third = await press('a=1')
  for (const answer of [first, second, third]) {
    expect(await answer.text()).toContain('1: a=1')
    expect(answer.headers.getSetCookie()).toEqual(['n=1'])
  }
  expect(received()).toBe(1)
})

test('whoever presses again leaves the first request, whose work goes on', async () => {
  const { press, received } = await aSite()
  const leaving = new AbortController()
  const left = press('a=1', { signal: leaving.signal })
  await later(20)
  leaving.abort()
  await expect(left).rejects.toThrow()
  expect(await (await press('a=1')).text()).toContain('1: a=1')
  expect(received()).toBe(1)
})

test.each<[string, string, Record<string, string>]>([
  ['another form', 'a=2', {}],
  ['another browser', 'a=1', { Cookie: 'session=b' }],
  ['a script', 'a=1', { Accept: '*/*' }],
  ['a caller with a token', 'a=1', { Authorization: 'Bearer a' }],
])('%s is answered for itself', async (_who, body, headers) => {
  const { press, received } = await aSite()
  await press('a=1')
  await press(body, {}, headers)
  expect(received()).toBe(2)
})

test('what was done and undone is done again', async () => {
  const { press, received } = await aSite()
  for (const body of ['approva', 'riapri', 'approva']) await press(body)
  expect(received()).toBe(3)
})

test('who signs in, leaves and signs in again gets a session that lives', async () => {
  const { press, received } = await aSite({ cookie: 'session' })
  const signIn = () => press('email=ada', {}, { Cookie: 'corso=uno' })
  const [first, second] = await Promise.all([signIn(), signIn()])
  expect([first, second].map(({ headers }) => headers.getSetCookie())).toEqual([['session=1'], ['session=1']])
  await press('logout', {}, { Cookie: 'corso=uno; session=1' })
  expect((await signIn()).headers.getSetCookie()).toEqual(['session=3'])

  // A session that takes the place of another comes once, and so does its answer.
  for (let time = 0; time < 2; time++)
    expect((await press('attiva', {}, { Cookie: 'session=3' })).headers.getSetCookie()).toEqual(['session=4'])
  expect(received()).toBe(4)
})

test('the page that the first answer leads to is seen a moment after it was asked for', async () => {
  const { press, look, received } = await aSite({ status: 302 })
  const pressOnce = () => press('corso=uno', { redirect: 'manual' })
  await pressOnce()
  await look({ Cookie: 'session=a; avviso=inviata' })
  expect((await pressOnce()).headers.getSetCookie()).toEqual(['n=1'])
  await later(600)
  await pressOnce()
  expect(received()).toBe(2)
})

test('whoever has seen a page since asks anew', async () => {
  const { press, look, received } = await aSite()
  await press('corso=uno')
  await look({ Cookie: 'session=a; avviso=inviata' })
  await press('corso=uno')
  expect(received()).toBe(2)
})

test('a refusal is thought over, and so is what is sent later', async () => {
  const refusing = await aSite({ status: 409 })
  await Promise.all([refusing.press('a=1'), refusing.press('a=1')])
  expect(refusing.received()).toBe(2)

  const { press, received } = await aSite()
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true })
  await press('a=1')
  await vi.advanceTimersByTimeAsync(10_000)
  await press('a=1')
  expect(received()).toBe(2)
})
