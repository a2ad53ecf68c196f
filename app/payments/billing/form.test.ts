import { expect, test } from 'vitest'
import { codeWarnings, readBillingForm } from './form.server'
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

const read = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ kind: 'person', name: 'Ada Neri', country: 'it', ...fields }))
    form.set(name, value)
  return readBillingForm(form)
}

test.each([
  ['IT00743110157', '00743110157'],
  ['it 007 431 101 57', '00743110157'],
  ['00743.110-157', '00743110157'],
  ['IT0074311015', 'IT0074311015'],
  ['CHE-123.456.788', 'CHE-123.456.788'],
  ['  ', null],
])('the VAT number %s is stored as %s', (vatNumber, stored) =>
  expect(read({ vatNumber }).details).toMatchObject({ vatNumber: stored, country: 'IT' }),
)

test('blanks do not count in a code, and the error says how many characters it may have', () => {
  const taxCode = 'RSSMRA80A01H501U'
  expect(read({ taxCode: [...taxCode].join('   ') }).details).toMatchObject({ taxCode })
  expect(read({ taxCode: 'X'.repeat(40) }).errors).toEqual({
    taxCode: 'Al massimo 16 caratteri: ora sono 40',
  })
})

test.each(['12', '??', 'I', 'QX', 'ITA'])('%s is no nation', (country) =>
  expect(read({ country }).errors).toHaveProperty('country'),
)
