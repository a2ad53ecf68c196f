import { expect, test } from 'vitest'
import { compareAddress, slugsOf } from './compare-address.rules'
import { catalogueAddress, catalogueFilters, withoutFilter } from './filters.rules'

const viewOf = (query: string) => {
  const { page, coming, ...view } = catalogueFilters(new URLSearchParams(query))
  return { ...view, page: page ?? 1, coming: coming ?? 1 }
}

test('the chosen courses stand in every address of the catalogue', () => {
  const view = viewOf('q=vendite&luogo=Fermo&page=2&confronta=uno&confronta=due')
  expect(view.compared).toEqual(['uno', 'due'])
  for (const address of [
    catalogueAddress(view),
    catalogueAddress({ ...view, page: 3 }),
    catalogueAddress(withoutFilter(view, 'luogo')),
    catalogueAddress({ compared: view.compared }),
  ])
    expect(slugsOf(new URL(address, 'http://x').searchParams, 'confronta'), address).toEqual(['uno', 'due'])
  expect(catalogueAddress(viewOf(''))).toBe('/corsi')
})

test('a choice that is no slug, repeated, or beyond the one that is refused is dropped', () => {
  const query =
    'confronta=uno,due&confronta=uno&confronta=NON&confronta=tre&confronta=quattro&confronta=cinque'
  expect(viewOf(query).compared).toEqual(['uno', 'due', 'tre', 'quattro'])
  expect(compareAddress(['uno', 'due'])).toBe('/confronta?corsi=uno,due')
})
