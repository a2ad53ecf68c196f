import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { aProgram, PROGRAMS } from '../../tests/process'
import { redact } from './log.server'

test('secrets leave the line at any depth, in fields, lists and addresses', () => {
  const line = JSON.stringify({
    req: {
      headers: { cookie: 'sid="1"', 'set-cookie': ['a=1', 'b=2'] },
      url: '/auth/conferma?token=abc&x=1',
    },
    deep: { deeper: { deepest: { form: { newPassword: 'mare"e monti', accessToken: 't' } } } },
    msg: 'giulia.rossi@example.org rifiutata',
  })
  expect(JSON.parse(redact(line))).toEqual({
    req: {
      headers: { cookie: '[omesso]', 'set-cookie': '[omesso]' },
      url: '/auth/conferma?token=[omesso]&x=1',
    },
    deep: { deeper: { deepest: { form: { newPassword: '[omesso]', accessToken: '[omesso]' } } } },
    msg: '[e-mail] rifiutata',
  })
})

test('the address of a private calendar leaves the line, that of a course does not', () => {
  const paths = ['/calendario/Zm9vYmFy_-9.ics', '/calendario/Zm9v.ics.data', '/corsi/uno/calendario.ics']
  expect(JSON.parse(redact(JSON.stringify(paths)))).toEqual([
    '/calendario/[omesso].ics',
    '/calendario/[omesso].ics.data',
    '/corsi/uno/calendario.ics',
  ])
})

test('the address of an offer, or of an interest, leaves the line, that of its form does not', () => {
  const paths = ['/avvisi/Zm9vYmFy_-9', '/offerte/Zm9v.data', '/corsi/uno/avvisami']
  expect(JSON.parse(redact(JSON.stringify(paths)))).toEqual([
    '/avvisi/[omesso]',
    '/offerte/[omesso].data',
    '/corsi/uno/avvisami',
  ])
})

test('a failed query keeps its text and loses its values', () => {
  const message = 'Failed query: select 1\nparams: Giulia,"0736"'
  const line = JSON.stringify({ err: { message, stack: `Error: ${message}\n    at run (db.ts:1:1)` } })
  expect(JSON.parse(redact(line)).err).toEqual({
    message: 'Failed query: select 1\nparams: [omesso]',
    stack: 'Error: Failed query: select 1\nparams: [omesso]\n    at run (db.ts:1:1)',
  })
})

const SETTINGS = { NODE_ENV: 'production', VITEST: '' }

/** The last line and the exit code of a program that logs a lot. */
async function logging(output: number | 'pipe') {
  const env = { ...process.env, ...SETTINGS }
  const program = spawn(process.execPath, [`${PROGRAMS}/logger.js`], {
    env,
    stdio: ['ignore', output, 'pipe'],
  })
  onTestFinished(() => void program.kill('SIGKILL'))
  const [lastLine, [code]] = await Promise.all([text(program.stderr as Readable), once(program, 'exit')])
  return { lastLine, code }
}

test('a log that cannot be written ends nothing', async () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  expect(await logging(full)).toEqual({ lastLine: 'logged', code: 0 })
})

test('a blocked log delays no request', async () => {
  expect(await logging('pipe')).toEqual({ lastLine: 'logged', code: 0 })
})

test('what a library prints is a line of the log, without what must not be in it', async () => {
  const program = aProgram('logger', { ...SETTINGS, PRINTS: 'giulia.rossi@example.org rifiutata' })
  await program.exited
  expect(program.lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 50,
      msg: 'failed',
      err: expect.objectContaining({ message: '[e-mail] rifiutata' }),
    }),
  ])
})
