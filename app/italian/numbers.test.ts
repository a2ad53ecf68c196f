import { expect, test } from 'vitest'
import { formatBytes, formatFileSize, formatKilobyteCount, formatMegabytes } from './file-sizes'
import { formatCount, formatHours } from './numbers'
import { formatEuros, formatPrice, formatPricePlain } from './prices'

test('money, hours and counts are written as Italians write them', () => {
  expect(formatPrice(1250)).toBe('1.250,00\u00a0€')
  expect(formatPricePlain(390.5)).toBe('390,50')
  expect([formatPrice(0), formatPricePlain(0), formatPrice(0.5)]).toEqual([
    'Gratuito',
    'Gratuito',
    '0,50\u00a0€',
  ])
  expect(formatEuros(0)).toBe('0,00\u00a0€')
  expect([formatHours(1), formatHours(7.5)]).toEqual(['1 ora', '7,5 ore'])
  expect([formatCount(1, 'posto', 'posti'), formatCount(0, 'posto', 'posti')]).toEqual(['1 posto', '0 posti'])
})

test('a document has a size in KB with one decimal, or in MB with two', () => {
  expect(formatKilobyteCount(1536)).toBe('1,5')
  expect(formatMegabytes(1_572_864)).toBe('1,50 MB')
  expect([0, 1, 20_000].map(formatMegabytes)).toEqual(['0,00 MB', '0,01 MB', '0,02 MB'])
  expect(formatFileSize(2048)).toBe('2,0 KB')
  expect(formatFileSize(10 * 1024 * 1024)).toBe('10,00 MB')
  expect([1024 ** 2 - 100, 1024 ** 2 - 1].map(formatFileSize)).toEqual(['1.023,9 KB', '1,00 MB'])
})

test('bytes in the unit that fits', () => {
  expect([0, 1, 1536, 5 * 1024 ** 3].map(formatBytes)).toEqual(['0 byte', '1 byte', '1,5 KB', '5 GB'])
  expect([1024 ** 2 - 1, 1024 ** 6].map(formatBytes)).toEqual(['1 MB', '1.048.576 TB'])
})
