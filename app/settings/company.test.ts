import { expect, test } from 'vitest'
import { OWNED } from '../../tests/owned-settings'
import { readCompany, writeCompany } from './company.rules'

const TEXT = writeCompany(OWNED.company)
const read = (text: Partial<typeof TEXT>) => readCompany({ ...TEXT, ...text }, 2026)

test('what is written is read again', () => {
  expect(read({})).toEqual({ value: OWNED.company, errors: {} })
})

test('the number of the school is one, without an extension, since links of the whole site dial it', () => {
  for (const phone of ['+39 0736 123456', '0736/12.34.56', '800 123 456', 'Segreteria: 0736 123456'])
    expect(read({ phone }).errors, phone).toEqual({})
  for (const phone of [
    '0736 253741 / 0734 216789',
    '+39 333 1234567 +39 0736 654321',
    '0736 123456, 333 1234567',
    '0736 123456 int. 12',
    '0736 123456/7',
    '1234',
    'abc',
  ])
    expect(read({ phone }).errors, phone).toEqual({
      phone: 'Scrivi un solo numero di telefono, senza interno, per esempio +39 0736 123456',
    })
})

test('numbers are those that people write, not all that a program reads', () => {
  expect(read({ founded: ' 1987 ' }).value.founded).toBe(1987)
  for (const founded of [
    '2e3',
    '0x7d0',
    '2000.0',
    '2000,0',
    '+2000',
    '-2000',
    '02000',
    '1899',
    '2027',
    '２０００',
    '0b11111010000',
    'Infinity',
  ])
    expect(read({ founded }).errors, founded).toEqual({ founded: 'Scrivi un anno dal 1900 al 2026' })
  expect(read({ vat: 'it 01234 567890', rea: 'ap 123456' }).value).toMatchObject({
    vat: '01234567890',
    rea: 'AP-123456',
  })
  for (const vat of ['1234567890', '1e10', '0x123456789', '01234567890.0', '0123456789０', '-1234567890'])
    expect(read({ vat }).errors, vat).toEqual({ vat: 'La partita IVA ha 11 cifre' })
  for (const rea of ['AP-1e5', 'AP-0x12', '123456', 'AP-12345678', 'AP--123456'])
    expect(read({ rea }).errors.rea, rea).toContain('AP-123456')
})
