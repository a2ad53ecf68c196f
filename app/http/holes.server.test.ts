import { brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brotliStencil, fill, stencilOf } from './holes.server'

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+/='
const value = (min = 1, max = 60) =>
  fc.array(fc.constantFrom(...LETTERS), { minLength: min, maxLength: max }).map((letters) => letters.join(''))
/** A few pieces of text again and again, as markup has them: much for a compressor to refer back to. */
const text = fc
  .tuple(
    fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), {
      minLength: 1,
      maxLength: 6,
    }),
    fc.array(fc.nat(5), { maxLength: 60 }),
  )
  .map(([parts, order]) => order.map((i) => parts[i % parts.length]).join(''))

/** Values as long as ours, of which one may hold another, or a part of it. */
const several = fc
  .tuple(fc.array(value(16), { maxLength: 2 }), fc.nat(8), value(0, 12))
  .map(([values, from, more]) => [
    ...new Set([...values, ...values.slice(0, 1).map((each) => each.slice(from) + more)]),
  ])
  .map((values) => values.filter(({ length }) => length >= 12))

/** A page with some values in it, once or more often, side by side or apart, and others of equal length. */
const pages = several.chain((values) =>
  fc.record({
    values: fc.constant(values),
    others: fc.tuple(...values.map(({ length }) => value(length, length))),
    page: fc
      .array(fc.oneof(text, values.length > 0 ? fc.constantFrom(...values) : text), {
        minLength: 1,
        maxLength: 12,
      })
      .map((parts) => `<!DOCTYPE html>${parts.join('')}`),
  }),
)

/** What the page is with the others in the place of the values, told in the plainest way. */
function replaced(page: string, values: string[], others: string[]): string {
  const longest = values.toSorted((a, b) => b.length - a.length)
  let result = ''
  for (let i = 0; i < page.length; ) {
    const found = longest.find((each) => page.startsWith(each, i))
    result += found ? others[values.indexOf(found)] : page[i]
    i += found?.length ?? 1
  }
  return result
}

test('a filled stencil is the page with the other values in their places', () => {
  fc.assert(
    fc.property(pages, ({ page, values, others }) => {
      expect(fill(stencilOf(page, values), others).toString()).toBe(replaced(page, values, others))
      expect(fill(stencilOf(page, values), values).toString()).toBe(page)
    }),
  )
})

// The best quality weighs a copy against a few letters, and in a page of nothing but values it rarely copies all.
test.each([
  [6, 0.95],
  [11, 0.7],
])('so it is when compressed once, at quality %i, and mostly a way is found', async (quality, mostly) => {
  const runs = 150
  let kept = 0
  await fc.assert(
    fc.asyncProperty(pages, async ({ page, values, others }) => {
      const compressed = await brotliStencil(stencilOf(page, values), quality)
      if (!compressed) return
      kept += 1
      for (const each of [others, values])
        expect(brotliDecompressSync(fill(compressed, each)).toString()).toBe(replaced(page, values, each))
    }),
    { numRuns: runs },
  )
  expect(kept).toBeGreaterThan(runs * mostly)
})
