import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { emptyDatabase } from '../../tests/world'
import { FIRST_SETTINGS } from '../content/first-settings'
import { stopWatchingContentChanges, watchContentChanges } from './changes.server'
import { db } from './client.server'
import { settingGroups } from './schema'

beforeEach(emptyDatabase)

/** Changes the settings, of which the next readings fail; returns what the process does from then on. */
async function aChangeOfSettings(failures: number) {
  const events: string[] = []
  let remainingFailures = 0
  const reloadSettings = async () => {
    events.push(remainingFailures > 0 ? 'failed' : 'read')
    if (remainingFailures-- > 0) throw new Error('no connection')
  }
  const pages = { invalidate: () => void events.push('invalidated'), setTrusted: () => {} }
  await watchContentChanges(pages, reloadSettings)
  onTestFinished(stopWatchingContentChanges)
  events.length = 0
  remainingFailures = failures
  await db.insert(settingGroups).values({ name: 'company', value: FIRST_SETTINGS.company, version: 1 })
  return events
}

test('settings that could not be read are read again, and pages are invalidated after that', async () => {
  const events = await aChangeOfSettings(2)
  await vi.waitFor(() => expect(events).toEqual(['failed', 'failed', 'read', 'invalidated']), 5_000)
})

test('a process that stops does not read the settings again', async () => {
  const events = await aChangeOfSettings(Infinity)
  await vi.waitFor(() => expect(events).toContain('failed'), 5_000)
  await stopWatchingContentChanges()
  const count = events.length
  await pause(200)
  expect(events).toHaveLength(count)
})
