import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { attachmentHeader, download } from './downloads.server'
import { bucket, folderDisk } from './files.server'

const folder = mkdtempSync(join(tmpdir(), 'downloads-'))
const files = bucket('prove', () => folderDisk(folder))
const file = { path: 'a/uno.pdf', name: 'perché.pdf', type: 'application/pdf', cacheControl: 'private' }
beforeAll(() => files.put(file.path, Buffer.from('contenuto'), { type: file.type }))
afterAll(() => rmSync(folder, { recursive: true }))

const ask = (init: RequestInit = {}, path = file.path) =>
  download(new Request('http://localhost/f', init), files, { ...file, path })

test('a file that is not there is none', async () => {
  expect(await ask({}, 'a/due.pdf')).toBeNull()
})

test('a file comes to be saved, and no browser makes anything else of it', async () => {
  const response = await ask()
  expect(await response?.text()).toBe('contenuto')
  expect(Object.fromEntries(response?.headers ?? [])).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': '9',
    'content-disposition': `attachment; filename="perche.pdf"; filename*=UTF-8''perch%C3%A9.pdf`,
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private',
  })
})

const openFiles = () =>
  readdirSync('/proc/self/fd').filter((number) => {
    try {
      return readlinkSync(`/proc/self/fd/${number}`).startsWith(folder)
    } catch {
      return false // the one that listed them
    }
  }).length

test('a file is opened at the first read, so an aborted response holds nothing', async () => {
  await files.put('grande.pdf', Buffer.alloc(4 * 1024 * 1024), { type: file.type })
  const response = await ask({}, 'grande.pdf')
  await pause(50)
  expect(openFiles()).toBe(0)
  const reader = response?.body?.getReader()
  await reader?.read()
  expect(openFiles()).toBe(1)
  await reader?.cancel()
  await vi.waitFor(() => expect(openFiles()).toBe(0))
})

test('HEAD has the same headers without a body', async () => {
  const [head, get] = [await ask({ method: 'HEAD' }), await ask()]
  expect(await head?.text()).toBe('')
  expect([...(head?.headers ?? [])]).toEqual([...(get?.headers ?? [])])
  await get?.body?.cancel()
})

test('a copy that is still right is not sent again', async () => {
  const etag = (await ask({ method: 'HEAD' }))?.headers.get('ETag') ?? ''
  for (const tag of [etag, `W/${etag}`, `"altro", ${etag}`, '*']) {
    const response = await ask({ headers: { 'If-None-Match': tag } })
    expect(response?.status).toBe(304)
    expect(await response?.text()).toBe('')
    expect(response?.headers.get('ETag')).toBe(etag)
  }
  expect((await ask({ method: 'HEAD', headers: { 'If-None-Match': '"altro"' } }))?.status).toBe(200)
})

test.each([
  ['piano.pdf', `attachment; filename="piano.pdf"; filename*=UTF-8''piano.pdf`],
  ['a"b;c%d\\e.pdf', `attachment; filename="a_b_c_d_e.pdf"; filename*=UTF-8''a%22b%3Bc%25d%5Ce.pdf`],
  ["l'anno (1)*.pdf", `attachment; filename="l'anno (1)*.pdf"; filename*=UTF-8''l%27anno%20%281%29%2A.pdf`],
  [
    'a\r\nSet-Cookie: x.pdf',
    `attachment; filename="a__Set-Cookie: x.pdf"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x.pdf`,
  ],
])('the name %j can be told in a header', (name, header) => {
  expect(attachmentHeader(name)).toBe(header)
  expect(() => new Headers({ 'Content-Disposition': attachmentHeader(name) })).not.toThrow()
})
