import { beforeAll, describe, expect, test } from 'vitest'
import { aMember, anAdmin, emptyDatabase } from '../../../tests/world'
import { db } from '../../database/client.server'
import { profiles } from '../../database/schema'
import { type Admin, goneProfile } from '../rules'
import { peoplePage } from './people.queries.server'
import { foundCompanies, foundPeople } from './search.queries.server'

let admin: Admin
beforeAll(async () => {
  await emptyDatabase()
  admin = await anAdmin('carla')
  await aMember('ada', { lastName: 'Rossi', phone: '+39 0736 123456', company: 'Caffè Meletti' })
  await aMember('bea', { lastName: 'Rossini', phone: '0736/123456-12', company: 'CAFFE’ MELETTI' })
  await aMember('cleo', { lastName: 'De Santis', phone: '347 0736123', company: 'Caffè  del Porto' })
  await aMember('dora', { lastName: 'Ros', company: 'Caffe Meletti' })
  await db.insert(profiles).values({ ...goneProfile('gone'), phone: '0736 123456', company: 'Caffè Meletti' })
})

const people = async (text: string, limit = 9) => (await foundPeople(admin, text, limit)).map(({ id }) => id)
const listed = async (text: string) => (await peoplePage(admin, { text })).people.map(({ id }) => id)

describe('a phone number', () => {
  test.each(['0736 123456', '+39 0736123456', '0039 0736 123456', '390736123456'])(
    '%s finds its owner first',
    async (typed) => {
      expect(await people(typed)).toEqual(['ada', 'bea'])
      expect((await listed(typed)).toSorted()).toEqual(['ada', 'bea'])
    },
  )

  test('is found by a part of four digits, not of three', async () => {
    expect(await people('3456')).toEqual(['ada', 'bea'])
    expect(await people('0736')).toEqual(['cleo', 'ada', 'bea'])
    expect(await people('073')).toEqual([])
    expect(await listed('9999')).toEqual([])
  })
})

test('an exact e-mail comes first, names without accents and case, two letters begin a word', async () => {
  expect(await people('DORA@example.it')).toEqual(['dora'])
  expect(await people('rossi ADA')).toEqual(['ada'])
  expect((await people('ro')).toSorted()).toEqual(['ada', 'bea', 'dora'])
  expect(await people('an')).toEqual([])
  expect(await people('sa')).toEqual(['cleo'])
  expect(await people('caffe meletti', 2)).toEqual(['dora', 'ada'])
  for (const nobody of ['nessuno', '%%', '__', '\\', 'utente eliminato'])
    expect(await people(nobody)).toEqual([])
})

test('companies are one in any spelling of case and accents, with their people', async () => {
  expect(await foundCompanies(admin, 'meletti', 5)).toMatchObject([
    { people: 2 },
    { company: 'CAFFE’ MELETTI', people: 1 },
  ])
  expect((await foundCompanies(admin, 'caffe', 5)).map(({ people }) => people)).toEqual([2, 1, 1])
  expect(await foundCompanies(admin, 'caffe', 1)).toHaveLength(1)
  for (const none of ['rossi', '%%', 'zz']) expect(await foundCompanies(admin, none, 5)).toEqual([])
})
