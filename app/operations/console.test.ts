import { expect, test } from 'vitest'
import { aPerson } from '../../tests/people'
import { aProgram } from '../../tests/process'
import { emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
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
