import { beforeEach, expect, test } from 'vitest'
import { aMember, anAdmin, emptyDatabase } from '../../tests/world'
import { suggestPeople } from './queries.server'

beforeEach(emptyDatabase)

test('suggestions hold every word of what is typed, and none of its signs is a pattern', async () => {
  const admin = await anAdmin()
  await aMember('ada', { lastName: 'D’Angelo', company: 'Perché_No Srl' })
  await aMember('bruno', { lastName: 'Bianchi' })
  const suggested = async (typed: string) => (await suggestPeople(admin, typed)).map(({ email }) => email)
  expect(await suggested('PERCHE')).toEqual(['ada@example.it'])
  expect(await suggested('ada d’ang')).toEqual(['ada@example.it'])
  expect(await suggested('example.it')).toEqual(['ada@example.it', 'bruno@example.it', 'carla@example.it'])
  expect(await suggested('e_no')).toEqual(['ada@example.it'])
  for (const nobody of ['ada bianchi', '%', 'a_a', '\\', '\0%', 'x'.repeat(5000)])
    expect(await suggested(nobody)).toEqual([])
  expect(await suggested('bruno')).toEqual(['bruno@example.it'])
  expect(await suggested(' ')).toEqual(['carla@example.it'])
})

test('e-mails that begin with the text come first', async () => {
  const admin = await anAdmin()
  const manyNames = Array.from({ length: 250 }, (_, i) => `a${i}.verdi`)
  for (const id of [...manyNames, 'verdi.zoe', 'verdi.ada']) await aMember(id)
  const emails = (await suggestPeople(admin, 'Verdi')).map(({ email }) => email)
  expect(emails.slice(0, 3)).toEqual(['verdi.ada@example.it', 'verdi.zoe@example.it', 'a0.verdi@example.it'])
  expect(emails).toHaveLength(8)
})

test('no more suggestions than one reads at a glance', async () => {
  const admin = await anAdmin()
  for (let i = 0; i < 12; i++) await aMember(`persona${i}`)
  expect(await suggestPeople(admin, 'persona')).toHaveLength(8)
})
