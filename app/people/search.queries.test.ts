import { beforeAll, describe, expect, test } from 'vitest'
import { aMember, anAdmin, emptyDatabase } from '../../tests/world'
import { suggestPeople } from '../accounts/queries.server'
import { type Admin, deletedAccountProfile } from '../accounts/rules'
import { db } from '../database/client.server'
import { profiles } from '../database/schema'
import { peoplePage } from './people.queries.server'
import { searchCompanies, searchPeople } from './search.queries.server'

let admin: Admin
beforeAll(async () => {
  await emptyDatabase()
  admin = await anAdmin('carla')
  await aMember('ada', { lastName: 'Rossi', phone: '+39 0736 123456', company: 'Caffè Meletti' })
  await aMember('bea', { lastName: 'Rossini', phone: '0736/123456-12', company: 'CAFFE’ MELETTI' })
  await aMember('cleo', { lastName: 'De Santis', phone: '347 0736123', company: 'Caffè  del Porto' })
  await aMember('dora', { lastName: 'Ros', company: 'Caffe Meletti' })
  await db
    .insert(profiles)
    .values({ ...deletedAccountProfile('gone'), phone: '0736 123456', company: 'Caffè Meletti' })
})

const people = async (text: string, limit = 9) => (await searchPeople(admin, text, limit)).map(({ id }) => id)
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

describe('a name or company, as people type and paste it', () => {
  beforeAll(async () => {
    const people: [string, string, string, Partial<typeof profiles.$inferInsert>?][] = [
      ['nicolo', 'Nicolò', 'D’Orazio', { company: 'Aquila & Figli' }],
      ['mario', 'Mario', 'Verdi', { email: 'mario.verdi@example.it', phone: '333 1234567' }],
      ['jean', 'Jean-Luc', 'Dell’Acqua', { company: 'Studio Monti S.r.l.' }],
      ['anna', 'Anna Maria', 'Della Pergola', { company: 'Aquila e figli' }],
      ['maria', 'Maria', 'Di Giovanni', { company: 'Cantiere Nord srl' }],
      ['oro', 'Remo', 'Rossi', { company: 'Due Esse', phone: '0736 111222 / 333 7654321' }],
    ]
    for (const [id, firstName, lastName, facts] of people)
      await aMember(id, { firstName, lastName, ...facts })
  })

  test.each([
    ["Nicolo' D'Orazio", 'nicolo'],
    ["NICOLO'", 'nicolo'],
    ['D`Orazio', 'nicolo'],
    ['d orazio', 'nicolo'],
    ['dorazio', 'nicolo'],
    ['orazio', 'nicolo'],
    ['dellacqua', 'jean'],
    ["dell' acqua", 'jean'],
    ['dell acqua', 'jean'],
    ['jeanluc', 'jean'],
    ['jean luc', 'jean'],
    ['digiovanni', 'maria'],
    ['Annamaria', 'anna'],
    ['DellaPergola', 'anna'],
    ['Verdi, Mario', 'mario'],
    ['"Mario Verdi"', 'mario'],
    ['M. Verdi', 'mario'],
    ['M.Verdi', 'mario'],
    ['Verdi M', 'mario'],
    ['A.M. Della Pergola', 'anna'],
    ['Sig. Mario Verdi', 'mario'],
    ['Gent.ma dott.ssa Anna Maria Della Pergola', 'anna'],
    ['Mario Verdi <mario.verdi@example.it>', 'mario'],
    ['Mario Verdi <altro@example.it>', 'mario'],
    ['mailto:mario.verdi@example.it', 'mario'],
    ['mario.verdi@example.it;', 'mario'],
    ['mario.verdi', 'mario'],
    ['verdi@example', 'mario'],
    ['tel 333 1234567', 'mario'],
    ['cell. +39 333 1234567', 'mario'],
    ['Mario Verdi, 333 1234567', 'mario'],
    ['333 7654321', 'oro'],
    ['0736/111222 int. 12', 'oro'],
    ['Aquila e Figli', 'anna nicolo'],
    ['aquila & figli', 'anna nicolo'],
    ['srl', 'jean maria'],
    ['S.r.l.', 'jean maria'],
    ['Studio Monti srl', 'jean'],
    ['Cantiere Nord S.R.L.', 'maria'],
    // Never across the border of two names.
    ['mor', ''],
    ['esserossi', ''],
    ["''", ''],
    ['&', ''],
  ])('%s', async (text, ids) => {
    const expected = ids.split(' ').filter(Boolean)
    expect((await people(text)).toSorted()).toEqual(expected)
    expect((await listed(text)).toSorted()).toEqual(expected)
    const suggested = await suggestPeople(admin, text)
    expect(suggested).toHaveLength(expected.length)
  })

  test('a company has one spelling of "&", "e" and its form', async () => {
    expect(await searchCompanies(admin, 'Aquila e Figli', 5)).toMatchObject([{ people: 2 }])
    expect(await searchCompanies(admin, 'studio monti srl', 5)).toMatchObject([{ people: 1 }])
    expect(await searchCompanies(admin, '&', 5)).toEqual([])
  })
})

test('companies are one in any spelling of case and accents, with their people', async () => {
  expect(await searchCompanies(admin, 'meletti', 5)).toMatchObject([{ company: 'CAFFE’ MELETTI', people: 3 }])
  expect((await searchCompanies(admin, 'caffe', 5)).map(({ people }) => people)).toEqual([3, 1])
  expect(await searchCompanies(admin, 'caffe', 1)).toHaveLength(1)
  for (const none of ['rossi', '%%', 'zz']) expect(await searchCompanies(admin, none, 5)).toEqual([])
})
