import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FACETS, type FacetCounts } from '../filters.rules'
import { NothingFound } from './nothing-found'

const counts = Object.fromEntries(FACETS.map((facet) => [facet, new Map()])) as FacetCounts

const headingFor = (place: string) =>
  renderToStaticMarkup(
    <NothingFound
      view={{
        text: '',
        order: null,
        page: 1,
        comingPage: 1,
        comparedSlugs: [],
        filters: { tema: [], luogo: [place], formato: [], mese: [], prezzo: [], posti: [] },
      }}
      counts={counts}
      countsWithoutText={null}
      nearest={[]}
      ownStatuses={{}}
      comingTotal={0}
    />,
  )

test('the sentence about a place has a, or ad before an A', () => {
  expect(headingFor('Fermo')).toContain('Nessun corso a Fermo.')
  expect(headingFor('Ascoli Piceno')).toContain('Nessun corso ad Ascoli Piceno.')
})
