import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DrizzleQueryError } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { copyTemplate } from '../../tests/database'
import { aProgram } from '../../tests/process'
import { env } from '../runtime/env.server'
import { explainFailedStart } from './start.server'

// A start that cannot succeed says why, in one sentence, and ends with code 1.

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** What the start complained of, and its exit code. */
async function start(settings: Record<string, string>) {
  const site = aProgram('starter', {
    DATA_DIR: aFolder(),
    DATABASE_URL: '',
    SEED: 'none',
    ...settings,
  })
  return { code: await site.exited, complaint: site.complaints().trim() }
}

test('a folder that cannot be written to', async () => {
  const file = join(aFolder(), 'file')
  writeFileSync(file, '')
  const { code, complaint } = await start({ DATA_DIR: file })
  expect([code, complaint]).toEqual([1, expect.stringContaining(`${file} non si può scrivere`)])
})

test('a store that refuses', async () => {
  const store = createServer((_request, response) => response.writeHead(403).end()).listen(0, '127.0.0.1')
  onTestFinished(() => void store.close())
  await once(store, 'listening')
  const { port } = store.address() as AddressInfo
  const s3 = { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: 'prova', S3_REGION: 'it' }
  const { code, complaint } = await start({ ...s3, S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' })
  expect([code, complaint]).toEqual([
    1,
    expect.stringContaining('L’archivio dei file rifiuta l’accesso (403)'),
  ])
})

test('a database that is not there', async () => {
  const nobody = createSocket().listen(0, '127.0.0.1')
  await once(nobody, 'listening')
  const { port } = nobody.address() as AddressInfo
  nobody.close()
  const settings = { DATABASE_URL: `postgresql://site:site@127.0.0.1:${port}/site`, PATIENCE: '1500' }
  const { code, complaint } = await start(settings)
  expect([code, complaint]).toEqual([1, expect.stringContaining('Il database non risponde')])
})

test('a port that is taken', async () => {
  const other = createSocket().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const folder = aFolder()
  await copyTemplate(join(folder, 'postgres'))
  const { code, complaint } = await start({ DATA_DIR: folder, PORT: String(port) })
  expect([code, complaint]).toEqual([1, expect.stringContaining(`La porta ${port} è già occupata`)])
})

test.each([
  ['Emscripten’s code', { name: 'ErrnoError', errno: 51 }],
  ['SQLite’s words', new Error('database or disk is full')],
  [
    'the words of the file system',
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  ],
])('a full disk told by %s', (_, fault) => {
  expect(explainFailedStart(fault)).toMatch(
    /^Sul disco della cartella dei dati .+ non c’è più spazio: liberane almeno 64 MB/,
  )
})

test('a full disk of the PostgreSQL server', () => {
  const cause = Object.assign(new Error('could not extend file'), { code: '53100' })
  const sentence = 'Sul disco del server PostgreSQL non c’è più spazio: liberane un po’ e riavvia il sito.'
  expect(explainFailedStart(new DrizzleQueryError('insert into settings', [], cause))).toBe(sentence)
  expect(explainFailedStart(cause)).toBe(sentence)
})

test('an embedded database that ends without a reason', () => {
  mkdirSync(env.dataDir, { recursive: true })
  const aborted = new Error('Aborted(). Build with -sASSERTIONS for more info.')
  for (const fault of [aborted, {}])
    expect(explainFailedStart(fault)).toMatch(/^La base di dati nella cartella .+ non si apre/)
})

test('a failed query is reported without its values', () => {
  const fault = new DrizzleQueryError(
    'insert into settings',
    ['parola segreta'],
    new Error('il disco è pieno'),
  )
  expect(explainFailedStart(fault)).toBe('il disco è pieno')
})
