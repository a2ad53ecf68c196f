import { expect, test } from 'vitest'
import { aMember, aSubmission, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { contactSubmissions, profiles } from '../database/schema'
import { phoneDigits, phonesIn } from './phone.rules'

test.each([
  ['0736 123456', '0736123456'],
  ['+39 0736/12.34-56', '0736123456'],
  ['(+39) 0736 123456', '0736123456'],
  ['0039 0736 123456', '0736123456'],
  ['39 0736', '390736'],
  ['+44 20 7946 0000', '442079460000'],
  ['interno 12', '12'],
  ['', ''],
])('%s has the digits %s, here and in the database', async (phone, digits) => {
  expect(phoneDigits(phone)).toBe(digits)
  await emptyDatabase()
  await aMember('ada', { phone })
  await db.insert(contactSubmissions).values(aSubmission({ phone }))
  expect(await db.select({ digits: profiles.phoneDigits }).from(profiles)).toEqual([{ digits }])
  expect(await db.select({ digits: contactSubmissions.phoneDigits }).from(contactSubmissions)).toEqual([
    { digits },
  ])
})

test('a search for a number is digits with their separators, four at least', () => {
  expect(phonesIn('0736 123456')).toEqual(['0736123456'])
  expect(phonesIn('+39 0736123456')).toEqual(['0736123456'])
  expect(phonesIn('390736123456')).toEqual(['390736123456', '0736123456'])
  expect(phonesIn('3456')).toEqual(['3456'])
  for (const other of ['345', 'Ada 3456', 'ada3456@example.it', '+39', ''])
    expect(phonesIn(other)).toEqual([])
})
