import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { packTar, unpackTar } from 'modern-tar'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { env } from '../../runtime/env.server'
import { type ArchiveMember, readArchive, writeArchive } from './archive.server'

const FACTS = { takenAt: '2026-11-21T22:10:00.000Z', migration: 7, missing: [] }
const MEMBERS: ArchiveMember[] = [
  { table: 'profiles', lines: ['{"id":"ada"}', '{"id":"bea"}'] },
  { table: 'profiles', lines: ['{"id":"carla"}'] },
  { table: 'courses', lines: ['{"title":"Così è «questo» 🎓 \\n"}'] },
  { file: 'course_pdfs/ada/1.pdf', bytes: Buffer.from('%PDF-1.7 '.repeat(100)) },
  { file: `course_documents/${'x'.repeat(90)}/${'y'.repeat(120)}.txt`, bytes: Buffer.alloc(0) },
]
const folder = join(env.dataDir, 'archives')
const path = join(folder, 'archive.tar.gz')
let whole: Buffer

async function* members() {
  yield* MEMBERS
}
const content = async () => {
  const taken: ArchiveMember[] = []
  const manifest = await readArchive(path, async (member) => void taken.push(member))
  return { taken, manifest }
}
const refusal = (bytes: Uint8Array): Promise<string> => {
  writeFileSync(path, bytes)
  return readArchive(path).then(
    () => 'read',
    (error) => error.message,
  )
}

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  rmSync(path, { force: true })
  await writeArchive(path, members(), FACTS)
  whole = readFileSync(path)
})
beforeEach(() => writeFileSync(path, whole))

test('an archive is read back as written, and only by its user', async () => {
  const { taken, manifest } = await content()
  expect(taken).toEqual(MEMBERS)
  expect(manifest).toMatchObject(FACTS)
  expect(manifest.tables.map(({ name, rows }) => [name, rows])).toEqual([
    ['profiles', 3],
    ['courses', 1],
  ])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a damaged byte anywhere is noticed, or changes nothing that is read', async () => {
  const right = await content()
  const damage = fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }))
  await fc.assert(
    fc.asyncProperty(damage, async ([position, bits]) => {
      const bytes = Buffer.from(whole)
      bytes[position] = (bytes[position] ?? 0) ^ bits
      // The head of gzip has a time that means nothing, and some bits say the same either way.
      if ((await refusal(bytes)) === 'read') expect(await content()).toEqual(right)
    }),
    { numRuns: 300 },
  )
})

test('an archive that ends anywhere too soon is refused', async () => {
  for (let end = 0; end < whole.length; end += 13) {
    expect(await refusal(whole.subarray(0, end)), `${end} bytes`).toMatch(/^L’archivio è/)
  }
  const tar = gunzipSync(whole)
  for (let end = 512; end < tar.length - 512; end += 512) {
    expect(await refusal(gzipSync(tar.subarray(0, end))), `${end} bytes`).toMatch(/^L’archivio è incompleto/)
  }
})

test('bytes after the end are refused', async () => {
  expect(await refusal(Buffer.concat([whole, Buffer.from('altro')]))).toMatch(/^L’archivio è danneggiato/)
  expect(await refusal(Buffer.concat([whole, whole]))).toMatch(/^L’archivio è danneggiato/)
})

type Packed = Awaited<ReturnType<typeof unpackTar>>
const repacked = async (change: (packed: Packed) => Packed) =>
  gzipSync(await packTar(change(await unpackTar(gunzipSync(whole)))))
const named = (name: string, text = '') => ({
  header: { name, size: Buffer.byteLength(text), type: 'file' as const },
  data: Buffer.from(text),
})
const reworded = (from: RegExp, to: string) => (packed: Packed) =>
  packed.map(({ header, data }) =>
    header.name === 'manifest.json'
      ? named(header.name, String(Buffer.from(data ?? '')).replace(from, to))
      : { header, data },
  ) as Packed

test.each<[string, (packed: Packed) => Packed, string]>([
  [
    'a part of a table less',
    (packed) => packed.filter((_, n) => n !== 1),
    '«profiles» non è come dice l’indice',
  ],
  ['a whole table less', (packed) => packed.filter((_, n) => n !== 2), 'manca «courses»'],
  ['a file less', (packed) => packed.filter((_, n) => n !== 3), 'manca «course_pdfs/ada/1.pdf»'],
  ['no manifest', (packed) => packed.slice(0, -1), 'manca l’indice'],
  ['a file more', (packed) => [named('files/course_pdfs/x.pdf'), ...packed], 'non è nell’indice'],
  [
    'a table more',
    (packed) => [named('tables/settings/000001.jsonl', '{}\n'), ...packed],
    'non è nell’indice',
  ],
  ['a member after the manifest', (packed) => [...packed, named('files/course_pdfs/x.pdf')], 'dopo l’indice'],
  ['a member of another kind', (packed) => [named('index.html'), ...packed], 'contiene «index.html»'],
  ['the same file twice', (packed) => [packed[3] as Packed[0], ...packed], 'c’è due volte'],
  ['parts in another order', ([a, b, ...others]) => [b, a, ...others] as Packed, 'non è in ordine'],
  ['a wrong count', reworded(/"rows": 3/, '"rows": 4'), '«profiles» non è come dice l’indice'],
  ['a manifest that is none', reworded(/.*/s, '[]'), 'l’indice (manifest.json) non si può leggere'],
  ['a manifest that is no JSON', reworded(/.*/s, '{'), 'l’indice (manifest.json) non si può leggere'],
  ['a format to come', reworded(/"format": 1/, '"format": 2'), 'un’altra versione del programma'],
  ...[
    'files/../../etc/cron.d/x',
    'files/course_pdfs/../../x',
    '/etc/passwd',
    'files/course_pdfs/.env',
    'tables/../x',
  ].map((name): [string, (packed: Packed) => Packed, string] => [
    name,
    (packed) => [named(name), ...packed],
    `contiene «${name}»`,
  ]),
])('%s: refused', async (_, change, sentence) => {
  expect(await refusal(await repacked(change))).toContain(sentence)
})

test('a link is refused', async () => {
  const link = {
    header: { name: 'files/course_pdfs/x.pdf', size: 0, type: 'symlink' as const, linkname: '/etc/passwd' },
  }
  expect(await refusal(await repacked((packed) => [link, ...packed]))).toContain(
    'Non è un archivio di questo sito',
  )
})

test('a size that is not true is refused before anything of that size is read', async () => {
  const huge = (size: number) => {
    const tar = Buffer.from(gunzipSync(whole))
    tar.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
    tar.fill(' ', 148, 156)
    const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0)
    tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
    return gzipSync(tar)
  }
  expect(await refusal(huge(8 ** 11 - 1))).toContain('dichiara 8589934591 byte')
  expect(await refusal(huge(20_000_000))).toContain('incompleto')
})

test.each([
  ['nothing', Buffer.alloc(0), 'L’archivio è incompleto'],
  ['text', Buffer.from('non sono un archivio'), 'Non è un archivio di questo sito'],
  ['zeros', Buffer.alloc(4096), 'Non è un archivio di questo sito'],
  ['another gzip', gzipSync('testo'), 'L’archivio è incompleto'],
])('%s is no archive', async (_, bytes, sentence) => {
  expect(await refusal(bytes)).toContain(sentence)
})

test('a missing file is reported', async () => {
  await expect(readArchive(join(folder, 'altrove.tar.gz'))).rejects.toThrow('L’archivio non c’è')
})

test('a failed write keeps its error', async () => {
  const full = join(folder, 'full.tar.gz')
  rmSync(full, { force: true })
  const broken = async function* (): AsyncGenerator<ArchiveMember> {
    yield* MEMBERS
    throw new Error('disco staccato')
  }
  await expect(writeArchive(full, broken(), FACTS)).rejects.toThrow('disco staccato')
})
