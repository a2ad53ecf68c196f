import { expect, test } from 'vitest'
import { compareAddress, slugsIn } from './compare-address.rules'
import { catalogueAddress, catalogueView, withoutFilter } from './filters.rules'

const viewOf = (query: string) => {
  const { page, comingPage, ...view } = catalogueView(new URLSearchParams(query))
  return { ...view, page: page ?? 1, comingPage: comingPage ?? 1 }
}

test('the chosen courses stand in every address of the catalogue', () => {
  const view = viewOf('q=vendite&luogo=Fermo&page=2&confronta=uno&confronta=due')
  expect(view.comparedSlugs).toEqual(['uno', 'due'])
  for (const address of [
    catalogueAddress(view),
    catalogueAddress({ ...view, page: 3 }),
    catalogueAddress(withoutFilter(view, 'luogo')),
    catalogueAddress({ comparedSlugs: view.comparedSlugs }),
  ])
    expect(slugsIn(new URL(address, 'http://x').searchParams, 'confronta'), address).toEqual(['uno', 'due'])
  expect(catalogueAddress(viewOf(''))).toBe('/corsi')
})

test('a choice that is no slug, repeated, or beyond the one that is refused is dropped', () => {
  const query =
    'confronta=uno,due&confronta=uno&confronta=NON&confronta=tre&confronta=quattro&confronta=cinque'
  expect(viewOf(query).comparedSlugs).toEqual(['uno', 'due', 'tre', 'quattro'])
  expect(compareAddress(['uno', 'due'])).toBe('/confronta?corsi=uno,due')
})
