import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { env } from '../runtime/env.server'
import { sendCommand, serveCommands } from './command-socket.server'

const path = join(env.dataDir, 'prova.sock')
mkdirSync(env.dataDir, { recursive: true })

test('without a server the command fails', async () => {
  expect(await sendCommand(path, 'admin', 'x')).toBeNull()
})

test('a command runs in the process that listens, and its outcome comes back; only its own user may ask', async () => {
  const stop = await serveCommands(path, async (command, argument) => {
    if (command === 'fail') throw new Error('Non è riuscito.')
    return { ok: true, sentence: `${command}: ${argument}` }
  })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(await sendCommand(path, 'admin', 'è@x.it')).toEqual({ ok: true, sentence: 'admin: è@x.it' })
  expect(await sendCommand(path, 'fail', '')).toEqual({ ok: false, sentence: 'Non è riuscito.' })
  stop()
  expect(await sendCommand(path, 'admin', 'x')).toBeNull()
  expect(existsSync(path)).toBe(false)
})

test('a socket that a killed process left is replaced', async () => {
  writeFileSync(path, '')
  const stop = await serveCommands(path, async () => ({ ok: true, sentence: 'nuovo' }))
  expect(await sendCommand(path, 'x', '')).toMatchObject({ sentence: 'nuovo' })
  stop()
})

test('a process that stops before its response is reported', async () => {
  const stop = await serveCommands(path, () => new Promise(() => {}))
  const asked = sendCommand(path, 'x', '')
  setTimeout(stop, 100)
  await expect(asked).rejects.toThrow('Il sito si è fermato prima di rispondere.')
})

test('a command of another user says who may give it', async () => {
  const stop = await serveCommands(path, async () => ({ ok: true, sentence: '' }))
  chmodSync(path, 0)
  // Root may open every socket.
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  const asked = sendCommand(path, 'x', '').finally(() => isRoot && process.seteuid?.(0))
  await expect(asked).rejects.toThrow('Questo comando va dato come utente del sito, o come root.')
  stop()
})

test('a disconnected command is harmless', async () => {
  const stop = await serveCommands(path, async () => ({ ok: true, sentence: 'ancora qui' }))
  const leaving = connect(path)
  leaving.write('POST /admin HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc')
  await pause(50)
  leaving.destroy()
  await pause(50)
  expect(await sendCommand(path, 'x', '')).toMatchObject({ sentence: 'ancora qui' })
  stop()
})

test('a path that is too long for a socket is an error, not a crash', async () => {
  await expect(
    serveCommands(join(env.dataDir, 'x'.repeat(120)), async () => ({ ok: true, sentence: '' })),
  ).rejects.toThrow()
})
