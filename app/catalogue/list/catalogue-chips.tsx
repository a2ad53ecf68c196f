import { Link } from 'react-router'
import { THEMES, themeName } from '../../content/themes'
import { FORMATS, type Format, ONLINE_PLACE } from '../../courses/rules'
import { formatPriceInBrief } from '../../italian/prices'
import { signOf } from '../../ui/artwork/buildings'
import { Icon } from '../../ui/icon'
import {
  type CatalogueView,
  catalogueAddress,
  FACETS,
  type Facet,
  type FacetCounts,
  monthName,
  withoutFilter,
} from '../filters.rules'
import './filter-form.css'

/** The name of a value of a filter, in words. */
export function facetValueName(facet: Facet, value: string): string {
  switch (facet) {
    case 'tema':
      return themeName(value) ?? value
    case 'formato':
      return FORMATS[value as Format]
    case 'mese':
      return monthName(value)
    case 'prezzo':
      return `fino a ${formatPriceInBrief(Number(value))}`
    case 'posti':
      return 'con posti liberi'
    case 'luogo':
      return value === ONLINE_PLACE ? 'Online o e-learning' : value
  }
}

export function ThemeLinks({ view, counts }: { view: CatalogueView; counts: FacetCounts }) {
  const chosenThemes = view.filters.tema
  const addressWithThemes = (tema: string[]) =>
    catalogueAddress({ ...view, filters: { ...view.filters, tema }, page: 1, comingPage: 1 })
  return (
    <nav className="themes" aria-label="Temi">
      <Link to={addressWithThemes([])} aria-current={chosenThemes.length === 0 ? 'true' : undefined}>
        Tutti
      </Link>
      {Object.entries(THEMES).map(
        ([theme, name]) =>
          (counts.tema.get(theme) || chosenThemes.includes(theme)) && (
            <Link
              key={theme}
              to={addressWithThemes([theme])}
              aria-current={chosenThemes.includes(theme) ? 'true' : undefined}
            >
              <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                <path d={signOf(theme)} />
              </svg>
              {name}
            </Link>
          ),
      )}
    </nav>
  )
}

export function AppliedFilters({ view }: { view: CatalogueView }) {
  const chips = FACETS.flatMap((facet) => view.filters[facet].map((value) => ({ facet, value })))
  if (chips.length === 0 && view.text === '') return null
  return (
    <ul className="applied" aria-label="Filtri scelti">
      {view.text && (
        <li>
          <RemoveFilterLink to={catalogueAddress({ ...view, text: '', page: 1, comingPage: 1 })}>
            «{view.text}»
          </RemoveFilterLink>
        </li>
      )}
      {chips.map(({ facet, value }) => (
        <li key={facet + value}>
          <RemoveFilterLink to={catalogueAddress(withoutFilter(view, facet, value))}>
            {facetValueName(facet, value)}
          </RemoveFilterLink>
        </li>
      ))}
      <li>
        <Link className="applied-all" to={catalogueAddress({ comparedSlugs: view.comparedSlugs })}>
          Mostra tutti i corsi
        </Link>
      </li>
    </ul>
  )
}

function RemoveFilterLink({ to, children }: { to: string; children: string | string[] }) {
  return (
    <Link to={to} preventScrollReset>
      <span className="visually-hidden">Togli </span>
      {children} <Icon name="close" />
    </Link>
  )
}
