import fc from 'fast-check'
import { test } from 'vitest'
import { aCourse, emptyDatabase } from '../../tests/world'
import { catalogue, facetCounts } from './catalogue.queries.server'
import { catalogueFilters } from './catalogue.rules'

/** Words and the operators of full text. */
const typed = fc.oneof(
  fc.array(fc.constantFrom('-', '"', ' ', 'or', 'a', 'vendite', '!', '&', '(', ':*', '<->', '\\', '%', "'"), {
    maxLength: 80,
  }),
  fc.string({ unit: 'binary', maxLength: 100 }).map((text) => [text]),
  fc
    .tuple(fc.constantFrom('-', '-"', '"-', '- ', '-!', '!-', 'or -', '-(', '-a '), fc.nat(80))
    .map(([sign, times]) => [sign.repeat(times)]),
)

test('no search is an error, whatever signs it is made of', async () => {
  await emptyDatabase()
  await aCourse({ title: 'Vendite' })
  await fc.assert(
    fc.asyncProperty(typed, async (parts) => {
      const view = catalogueFilters(new URLSearchParams({ q: parts.join('') }))
      await catalogue({ ...view, page: 1, coming: 1 })
      await facetCounts(view)
    }),
    { numRuns: 200, examples: [[['-'.repeat(80)]], [['- '.repeat(40)]]] },
  )
})
