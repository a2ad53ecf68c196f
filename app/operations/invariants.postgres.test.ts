import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '../../tests/world'
import { openSideConnection } from '../database/client.server'
import { brokenInvariants } from './invariants.queries.server'

beforeEach(emptyDatabase)

test('the check takes longer than a request may', async () => {
  const { client, release } = await openSideConnection()
  await client.query('begin')
  await client.query('lock table bank_lines')
  const checking = brokenInvariants()
  await pause(2_500)
  await client.query('commit')
  await release()
  expect(await checking).toEqual([])
})
