import { expect, test } from 'vitest'
import { isTaxCode, isVatNumber } from './codes.rules'

test.each([
  ['RSSMRA80A01H501U', true],
  ['RSSMRA80A01H501V', false],
  // The last digit of the place as a letter, since two people share the code.
  ['RSSMRA80A01H50MM', true],
  ['RSSMRA80A01H50MW', false],
  ['RSSMRA80A01H50', false],
  ['12345678903', false],
  ['', false],
])('the tax code %s of a person: %s', (code, expected) => expect(isTaxCode(code)).toBe(expected))

test('a tax code with letters instead of digits is one, with one last letter only', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  expect(letters.filter((letter) => isTaxCode(`RSSMRA80A01H5L1${letter}`))).toHaveLength(1)
  expect(letters.filter((letter) => isTaxCode(`RSSMRAULALMHRLM${letter}`))).toHaveLength(1)
})

test.each([
  ['12345678903', true],
  ['12345678904', false],
  ['00743110157', true],
  ['00743110158', false],
  ['00000000000', false],
  ['1234567890', false],
])('the VAT number %s: %s', (code, expected) => expect(isVatNumber(code)).toBe(expected))
