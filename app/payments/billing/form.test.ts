import { expect, test } from 'vitest'
import { codeWarnings } from './form.server'
import { type BillingDetails, EMPTY_BILLING_DETAILS } from './rules'

const PAYER: BillingDetails = {
  ...EMPTY_BILLING_DETAILS,
  kind: 'person',
  name: 'Ada Neri',
}

test.each([
  ['RSSMRA80A01H501U', 0],
  ['RSSMRA80A01H501V', 1],
  // The last digit of the place as a letter, since two people share the code.
  ['RSSMRA80A01H50MM', 0],
  ['RSSMRA80A01H50MW', 1],
  ['RSSMRA80A01H50', 1],
  // Of a company.
  ['00743110157', 0],
  ['00743110158', 1],
])('the tax code %s: %i warnings', (taxCode, warnings) =>
  expect(codeWarnings({ ...PAYER, taxCode })).toHaveLength(warnings),
)

test.each([
  ['00743110157', 0],
  ['00743110158', 1],
  ['00000000000', 1],
  ['0074311015', 1],
])('the VAT number %s: %i warnings', (vatNumber, warnings) =>
  expect(codeWarnings({ ...PAYER, vatNumber })).toHaveLength(warnings),
)
