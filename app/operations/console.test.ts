import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { copyTemplate } from '../../tests/database'
import { aPerson } from '../../tests/people'
import { aProgram } from '../../tests/process'
import { emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { embeddedEngine } from '../database/embedded.server'
import { profiles } from '../database/schema'
import { env } from '../runtime/env.server'
import { serveConsoleCommands } from './console.server'

test('a command given beside a running site is done, whichever database the site has', async () => {
  await emptyDatabase()
  const { email } = await aPerson('ada')
  const stop = await serveConsoleCommands()
  const settings = { DATA_DIR: env.dataDir, DATABASE_URL: env.databaseUrl ?? '', ARGUMENT: email }
  const command = aProgram('command', { ...settings, COMMAND: 'admin' })
  expect(await command.exited).toBe(0)
  expect(command.lines.at(-1)).toBe(`${email}: ora è amministratore.`)
  expect(await db.select().from(profiles)).toMatchObject([{ email, role: 'admin' }])
  stop()
})

test('a command without a running site writes e-mails in the name of the school', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'console-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  await copyTemplate(join(dataDir, 'postgres'))
  const run = async (text: string): Promise<QueryResultRow[]> => {
    const engine = embeddedEngine(join(dataDir, 'postgres'))
    await engine.start()
    const client = new Client(engine.connection)
    await client.connect()
    const { rows } = await client.query(text)
    await client.end()
    await engine.stop()
    return rows
  }
  await run(
    "insert into profiles (id, email, email_verified, first_name, last_name) values ('ada', 'ada@example.it', true, 'Ada', 'Neri')",
  )
  await run(
    `insert into site_settings (name, value, version) values ('company', '{"name": "Scuola Nuova"}', 1)`,
  )
  const settings = { DATA_DIR: dataDir, DATABASE_URL: '', COMMAND: 'admin', ARGUMENT: 'ada@example.it' }
  const command = aProgram('command', settings)
  expect(await command.exited, command.complaints() + command.lines.join()).toBe(0)
  const [email] = await run('select text from outgoing_mail')
  expect(email?.text).toContain('Scuola Nuova')
  expect(email?.text).not.toContain('Accademia Truentum')
})
