import { expect, test } from 'vitest'
import { movedPaymentsForPerson, priceChangeInWords } from './move.rules'

const spaces = (text: string | null) => text?.replaceAll('\u00a0', ' ')

test.each([
  [98_000, 49_000, 500, '480 € in meno, restano 10 € da pagare'],
  [98_000, 98_000, 500, '480 € in meno, 480 € a credito'],
  [98_000, 49_000, 1100.5, '120,50 € in più, restano 610,50 € da pagare'],
  [98_000, 98_000, 980, 'stesso prezzo, già pagato'],
  [98_000, 0, 1080, '100 € in più'],
  [98_000, 0, 980, 'stesso prezzo'],
])('of %d cents with %d paid, to an edition of %d euros: %s', (owed, paid, price, words) => {
  expect(spaces(priceChangeInWords({ owed, paid }, price))).toBe(words)
})

test('without a price nothing is compared', () => {
  expect(priceChangeInWords(null, 500)).toBeNull()
  expect(priceChangeInWords({ owed: 98_000, paid: 0 }, null)).toBeNull()
})

test('what was paid counts where a person has moved', () => {
  expect(spaces(movedPaymentsForPerson({ paid: 49_000, owed: 50_000 }))).toBe(
    'Hai già pagato 490 €, che valgono anche qui: restano 10 €.',
  )
  expect(spaces(movedPaymentsForPerson({ paid: 50_000, owed: 50_000 }))).toContain(
    'non resta nulla da versare',
  )
  expect(spaces(movedPaymentsForPerson({ paid: 98_000, owed: 50_000 }))).toContain('480 € sono in più')
})
