import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aRequest, sentBack } from '../../tests/people'
import { emptyDatabase } from '../../tests/world'
import { flash, readFlash, redirectWith } from './toasts.server'

beforeEach(emptyDatabase)
const saved = { title: 'Corso eliminato', tone: 'success' as const }

test('a toast travels with a redirect and is shown once', async () => {
  const button = { label: 'Ripristina', action: '/admin', fields: { id: '1' } }
  const response = await redirectWith('/admin', { ...saved, button }, { headers: { 'X-Other': 'kept' } })
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/admin'])
  expect(response.headers.get('X-Other')).toBe('kept')
  expect(response.headers.get('Set-Cookie')).toMatch(
    /^avviso=.+; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/,
  )

  const { toasts, headers } = await readFlash(aRequest('/admin', sentBack(response.headers)))
  expect(toasts).toEqual([{ ...saved, button }])
  expect(headers.get('Set-Cookie')).toMatch(/^avviso=; Max-Age=0/)
})

test('without a toast nothing is shown and nothing is set', async () => {
  const { toasts, headers } = await readFlash(aRequest('/'))
  expect([toasts, [...headers]]).toEqual([[], []])
})

test('a long toast still fits into a cookie', async () => {
  const cookie = await flash({ ...saved, description: 'à'.repeat(5_000) })
  expect(cookie.length).toBeLessThan(4_096)
  const read = await readFlash(aRequest('/', sentBack(new Headers({ 'Set-Cookie': cookie }))))
  expect(read.toasts).toMatchObject([{ title: saved.title }])
})

test('a forged or transplanted toast is not shown', async () => {
  const cookie = await flash(saved)
  const [, value = ''] = /^avviso=([^;]+)/.exec(cookie) ?? []
  for (const forged of [`avviso=${value.replace(/.\./, 'x.')}`, 'avviso=eyJ0aXRsZSI6IngifQ', 'avviso='])
    expect((await readFlash(aRequest('/', forged))).toasts).toEqual([])
})

test('a toast kept beyond its five minutes is not shown', async () => {
  const cookies = sentBack(new Headers({ 'Set-Cookie': await flash(saved) }))
  const shown = async (seconds: number) => {
    vi.setSystemTime(written + seconds * 1000)
    return (await readFlash(aRequest('/', cookies))).toasts
  }
  const written = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(await shown(299)).toEqual([saved])
  expect(await shown(301)).toEqual([])
})
