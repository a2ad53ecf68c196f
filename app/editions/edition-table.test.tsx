import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { EditionTable } from './edition-table'
import type { ManagedEdition } from './series.queries.server'

const AN_EDITION: ManagedEdition = {
  id: 'edition',
  title: 'Ceramica',
  startDate: null,
  endDate: null,
  location: null,
  place: null,
  draft: false,
  comingSoon: false,
  cancelledAt: null,
  maxPartecipanti: null,
  seatsTaken: 0,
}

function tableOf(count: number): string {
  const editions = Array.from({ length: count }, (_, i) => ({ ...AN_EDITION, id: `edition-${i}` }))
  const current = { id: 'archived', title: 'Ceramica' }
  const element = <EditionTable editions={editions} current={current} today="2027-01-01" />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('a list of editions that is cut says so and leads to the others', () => {
  expect(tableOf(49)).not.toContain('Le ultime')
  expect(tableOf(50)).toContain('Le ultime 50.')
  expect(tableOf(50)).toContain('href="/admin?q=Ceramica"')
})

test('an edition names its title only if that of the page is another', () => {
  expect(tableOf(2)).not.toContain('>Ceramica')
  expect(tableOf(2)).toContain('Data da definire')
})
