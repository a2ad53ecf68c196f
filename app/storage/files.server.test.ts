import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { Disk } from 'flydrive'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bucket, folderDisk, s3Disk } from './files.server'
import { Folder } from './folder.server'

const root = mkdtempSync(join(tmpdir(), 'files-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const store = new S3rver({
  address: '127.0.0.1',
  port: 0,
  directory: join(root, 's3'),
  silent: true,
  // It signs a listing wrongly.
  allowMismatchedSignatures: true,
  configureBuckets: [{ name: 'accademia' }],
})
let endpoint: string
beforeAll(async () => {
  endpoint = `http://127.0.0.1:${(await store.run()).port}`
})
afterAll(() => store.close())

const s3 = (settings: object = {}) =>
  s3Disk({ endpoint, bucket: 'accademia', region: 'eu-south-1', ...KEYS, ...settings })

const KINDS: [string, () => Promise<Disk>][] = [
  ['a folder', () => folderDisk(join(root, 'folder'))],
  ['S3', s3],
]

const text = (bytes: Uint8Array | string) => Buffer.from(bytes)
const type = 'text/plain'

describe.each(KINDS)('files in %s', (_, open) => {
  let disk: Promise<Disk>
  const files = bucket('course_documents', () => disk)
  const secondStore = bucket('course_documents_old', () => disk)
  const read = async (path: string) => Buffer.from(await new Response(await files.stream(path)).arrayBuffer())

  beforeEach(async () => {
    disk = open()
    for (const store of [files, secondStore]) for await (const path of store.all()) await store.remove(path)
  })

  test('a missing file is null, and removing it is no error', async () => {
    expect(await files.find('a/niente.txt')).toBeNull()
    expect(await files.read('a/niente.txt')).toBeNull()
    await files.remove('a/niente.txt')
    expect(await files.list()).toEqual([])
  })

  test('a file comes back byte for byte, with its size and age', async () => {
    const bytes = randomBytes(6_000_000)
    await files.put('a/b/grande.bin', bytes, { type })
    expect((await read('a/b/grande.bin')).equals(bytes)).toBe(true)
    expect(Buffer.from((await files.read('a/b/grande.bin')) ?? '').equals(bytes)).toBe(true)
    const found = await files.find('a/b/grande.bin')
    expect(found?.size).toBe(6_000_000)
    expect(Math.abs((found?.writtenAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  test('an empty file is a file', async () => {
    await files.put('vuoto.txt', text(''), { type })
    expect(await files.find('vuoto.txt')).toMatchObject({ size: 0 })
    expect((await read('vuoto.txt')).length).toBe(0)
    expect(await files.read('vuoto.txt')).toHaveLength(0)
  })

  test('a second file at the same place takes it', async () => {
    await files.put('a.txt', text('prima'), { type })
    await files.put('a.txt', text('dopo'), { type })
    expect(String(await read('a.txt'))).toBe('dopo')
    expect(await files.list()).toEqual(['a.txt'])
  })

  test('a removed file is gone', async () => {
    await files.put('a/b/c.txt', text('via'), { type })
    await files.put('a/d.txt', text('resta'), { type })
    await files.remove('a/b/c.txt')
    expect(await files.find('a/b/c.txt')).toBeNull()
    expect(await files.list()).toEqual(['a/d.txt'])
  })

  test('a listing has a hundred names from an offset', async () => {
    const names = Array.from({ length: 105 }, (_, i) => `${String(i % 7)}/file-${String(i).padStart(3, '0')}`)
    for (const name of names) await files.put(name, text(name), { type })
    const sorted = names.toSorted()
    expect(await files.list()).toEqual(sorted.slice(0, 100))
    expect(await files.list({ offset: 100 })).toEqual(sorted.slice(100))
    expect(await files.list({ limit: 3, offset: 2 })).toEqual(sorted.slice(2, 5))
    expect(await files.list({ offset: 200 })).toEqual([])
  })

  test('buckets are separate, even with a common prefix', async () => {
    await secondStore.put('a.txt', text('altro'), { type })
    expect(await files.list()).toEqual([])
    expect(await files.find('a.txt')).toBeNull()
  })

  test.each(['../fuori.txt', 'a/../../../fuori.txt', 'a\0b', 'a%2f..', 'a//b', '.tmp', ''])(
    'a path such as %j leads nowhere',
    async (path) => {
      await expect(files.put(path, text('x'), { type })).rejects.toThrow()
      await expect(files.stream(path)).rejects.toThrow()
    },
  )
})

describe('a folder', () => {
  const place = (name: string) => join(root, name)

  test('a write that fails leaves nothing behind, and the file that was there as it was', async () => {
    const folder = new Folder(place('failing'))
    await folder.put('a/file.txt', 'prima')
    const failing = { [Symbol.iterator]: () => ({ next: () => fail() }) } as unknown as Uint8Array
    await expect(folder.put('a/file.txt', failing)).rejects.toThrow('no space')
    await expect(folder.put('b/other.txt', failing)).rejects.toThrow('no space')
    expect(String(await folder.getBytes('a/file.txt').then(text))).toBe('prima')
    expect(filesIn(place('failing'))).toEqual(['a/file.txt'])
  })

  test('a file cannot take the place of a folder, and the attempt leaves nothing behind', async () => {
    const folder = new Folder(place('occupied'))
    await folder.put('a/file.txt', 'prima')
    await expect(folder.put('a', 'dopo')).rejects.toThrow()
    expect(filesIn(place('occupied'))).toEqual(['a/file.txt'])
  })

  test('a file is written while the removal of another empties its folder', async () => {
    const folder = new Folder(place('shared'))
    for (let round = 0; round < 50; round++) {
      await folder.put('a/b/first', 'x')
      await Promise.all([folder.delete('a/b/first'), folder.put('a/b/second', 'x')])
      expect(filesIn(place('shared'))).toEqual(['a/b/second'])
      await folder.delete('a/b/second')
    }
  })

  test('the folders of a removed file go with it, unless they hold another', async () => {
    const folder = new Folder(place('emptied'))
    await folder.put('course_pdfs/uno/a/x.pdf', 'x')
    await folder.put('course_pdfs/uno/b/y.pdf', 'y')
    await folder.delete('course_pdfs/uno/a/x.pdf')
    expect(readdirSync(place('emptied/course_pdfs/uno'))).toEqual(['b'])
    await folder.delete('course_pdfs/uno/b/y.pdf')
    expect(readdirSync(place('emptied/course_pdfs'))).toEqual([])
  })

  test('what a crash left half written is cleared away once it is old', async () => {
    const folder = new Folder(place('crashed'))
    await folder.put('a.txt', 'intero')
    for (const name of ['vecchio', 'nuovo']) writeFileSync(place(`crashed/.tmp/${name}`), 'mezz')
    const hoursAgo = new Date(Date.now() - 7_200_000)
    utimesSync(place('crashed/.tmp/vecchio'), hoursAgo, hoursAgo)
    await folder.clearUnfinished(Date.now() - 3_600_000)
    expect(filesIn(place('crashed'))).toEqual(['.tmp/nuovo', 'a.txt'])
  })
})

describe('S3', () => {
  const files = (disk: Promise<Disk>) => bucket('course_documents', () => disk)

  test('a wrong key, a missing bucket and a store that is away are faults, not missing files', async () => {
    await expect(files(s3({ accessKeyId: 'altro' })).find('a.txt')).rejects.toThrow()
    await expect(files(s3({ endpoint: 'http://127.0.0.1:9' })).find('a.txt')).rejects.toThrow()
    await expect(files(s3({ bucket: 'altrove' })).put('a.txt', text('x'), { type })).rejects.toThrow()
  })
})

function fail(): never {
  throw new Error('no space')
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}
