/** The office and the person end the same sessions in the same instant. On a server: on several connections. */
import { beforeEach, expect, test } from 'vitest'
import { aPerson, cookieOf } from '../../../tests/people'
import { anAdmin, emptyDatabase } from '../../../tests/world'
import { db } from '../../database/client.server'
import { sessions } from '../../database/schema'
import { endSessionsOf } from '../../people/sessions.commands.server'
import { endOtherSessions, signOutEverywhere } from './commands.server'

beforeEach(emptyDatabase)

test.each([
  ['every other one', endOtherSessions],
  ['every one', signOutEverywhere],
])('the office ends them while the person ends %s', async (_, end) => {
  const [carla, ada] = [await anAdmin('carla'), await aPerson('ada')]
  for (let round = 0; round < 4; round++) {
    for (let device = 0; device < 2; device++) await cookieOf(ada.email)
    const [office, person] = await Promise.all([endSessionsOf(carla, ada.id), end(ada)])
    expect(person.ok).toBe(true)
    if (!office.ok) expect(office.refusal).toBe('no-session')
    expect(await db.$count(sessions)).toBe(0)
  }
})
