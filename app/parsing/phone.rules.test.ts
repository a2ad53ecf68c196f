import { expect, test } from 'vitest'
import { aMember, aSubmission, emptyDatabase } from '../../tests/world'
import { matchesPersonSearch } from '../accounts/queries.server'
import { db } from '../database/client.server'
import { contactSubmissions, profiles } from '../database/schema'
import { hasPhone, phoneDigits, phoneDigitsToSearch, phoneParts } from './phone.rules'

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
  expect(phoneDigitsToSearch('0736 123456')).toEqual(['0736123456'])
  expect(phoneDigitsToSearch('+39 0736123456')).toEqual(['0736123456'])
  expect(phoneDigitsToSearch('390736123456')).toEqual(['390736123456', '0736123456'])
  expect(phoneDigitsToSearch('3456')).toEqual(['3456'])
  for (const other of ['345', 'Ada 3456', 'ada3456@example.it', '+39', ''])
    expect(phoneDigitsToSearch(other)).toEqual([])
})

test.each<[typed: string, ...links: string[]]>([
  ['0736 123456', '0736123456'],
  ['+39 0736/12.34.56', '+390736123456'],
  ['(+39) 0736 123456', '+390736123456'],
  ['0039 333 1234567', '00393331234567'],
  ['0736-123456', '0736123456'],
  ['0736 123456 / 333 1234567', '0736123456', '3331234567'],
  ['0736 123456/333 1234567', '0736123456', '3331234567'],
  ['0736/123456 - 333/1234567', '0736123456', '3331234567'],
  ['0736 123456, 333 1234567', '0736123456', '3331234567'],
  ['0736 123456; 333 1234567', '0736123456', '3331234567'],
  ['0736 123456 o 333 1234567', '0736123456', '3331234567'],
  ['+39 333 1234567, +39 0736 654321', '+393331234567', '+390736654321'],
  ['+39 333 1234567 +39 0736 654321', '+393331234567', '+390736654321'],
  ['+39 333 1234567/+39 0736 654321', '+393331234567', '+390736654321'],
  ['0736/123456 int. 12', '0736123456'],
  ['0736 123456 interno 4512', '0736123456'],
  ['0736 123456 int 45123', '0736123456'],
  ['0736 123456 ext.12', '0736123456'],
  ['0736 123456 #12', '0736123456'],
  ['0736 123456/7', '0736123456'],
  ['0736 123456-7', '0736123456'],
  ['0736 123456- 7', '0736123456'],
  ['0736-123456-12', '0736123456'],
  ['0736 12-34-56', '0736123456'],
  ['+39 0736 1234-56', '+390736123456'],
  ['0736 123456 (12)', '0736123456'],
  ['0736 123456 (12) 333 1234567', '0736123456', '3331234567'],
  ['0736 123456-7 / 333 1234567', '0736123456', '3331234567'],
  ['0736 123456 (333 1234567)', '0736123456', '3331234567'],
  ['3331234567 3337654321', '3331234567', '3337654321'],
  ['333 1234567 0736 123456', '3331234567', '0736123456'],
  ['333 123 4567 333 765 4321', '3331234567', '3337654321'],
  ['02 123456 333 123 4567', '02123456', '3331234567'],
  ['333.1234567-0736.123456', '3331234567', '0736123456'],
  ['0736/123456 333/1234567', '0736123456', '3331234567'],
  ['06 123456/345 345 6789', '06123456', '3453456789'],
  ['0736 123456 800 123456', '0736123456', '800123456'],
  ['0736 123456 654321', '0736123456', '654321'],
  ['+39 333 1234567 0736 123456', '+393331234567', '0736123456'],
  ['0736 123456 333 1234567 0736 654321', '0736123456', '3331234567', '0736654321'],
  ['39 0736 12 34 56', '390736123456'],
  ['+49 1522 343 3333', '+4915223433333'],
  ['0049 1522 343 3333', '004915223433333'],
  ['cell. 333 1234567 (Mario, dopo le 18)', '3331234567'],
  ['casa 0736 123456 cell 333 1234567', '0736123456', '3331234567'],
  ['+44 20 7946 0000', '+442079460000'],
  ['non ho telefono'],
  ['abc'],
  ['dopo le 18'],
  ['123'],
  [''],
])('in %j what is dialled is %j', (typed, ...links) => {
  const parts = phoneParts(typed)
  expect(parts.flatMap(({ link }) => link ?? [])).toEqual(links.map((digits) => `tel:${digits}`))
  expect(parts.map(({ text }) => text).join('')).toBe(typed)
})

test('a text is taken if it has five digits, whether or not a number can be told', () => {
  for (const typed of [
    '3331234567 3337654321',
    '333.1234567-0736.123456',
    '12345678901234567890',
    'int 12345',
  ])
    expect(hasPhone(typed), typed).toBe(true)
  for (const typed of ['', 'abc', '1234', 'dopo le 18']) expect(hasPhone(typed), typed).toBe(false)
})

test('a search finds a person by each of two numbers, with an extension too', async () => {
  await emptyDatabase()
  await aMember('ada', { phone: '0736 123456 / 333 1234567' })
  await aMember('bea', { phone: '+39 333 7654321, +39 0736 654321' })
  await aMember('eva', { phone: '0734/998877 int. 12' })
  const found = async (text: string) =>
    (await db.select({ id: profiles.id }).from(profiles).where(matchesPersonSearch(text))).map(({ id }) => id)
  for (const text of ['0736 123456', '333 1234567', '+39 333 1234567', '0736/123456', '1234567'])
    expect(await found(text), text).toEqual(['ada'])
  for (const text of ['+39 0736 654321', '0736654321', '333 7654321'])
    expect(await found(text), text).toEqual(['bea'])
  for (const text of ['0734 998877', '+39 0734/998877']) expect(await found(text), text).toEqual(['eva'])
})
