import { beforeEach, expect, test } from 'vitest'
import { aMember, anAdmin, emptyDatabase } from '../../tests/world'
import { peopleByEmail, personByEmail } from './queries.server'

beforeEach(emptyDatabase)

test('the office finds a person however their e-mail is written', async () => {
  const [admin, ada] = [await anAdmin(), await aMember('ada')]
  expect(await personByEmail(admin, ' ADA@example.it ')).toEqual({
    id: ada.id,
    email: ada.email,
    firstName: 'Ada',
    lastName: 'Prova',
  })
  expect(await personByEmail(admin, 'nessuno@example.it')).toBeUndefined()
  expect((await peopleByEmail(admin)).map(({ email }) => email)).toEqual([
    'ada@example.it',
    'carla@example.it',
  ])
})
