import { useEffect, useRef } from 'react'
import { href, useNavigate } from 'react-router'
import { FORMATS, ONLINE_PLACE } from '../../courses/rules'
import { Form } from '../../ui/forms/form'
import { Icon } from '../../ui/icon'
import { COMPARE_PARAMETER } from '../compare-address.rules'
import {
  CATALOGUE_ORDERS,
  type CatalogueView,
  type Chosen,
  catalogueAddress,
  catalogueFilters,
  countUpTo,
  FACETS,
  type Facet,
  type FacetCounts,
  FREE_SEATS,
  PRICES,
  UNDATED,
} from '../filters.rules'
import { facetValueName } from './catalogue-chips'
import './filter-form.css'

/** The id of the form of the filters, to which the search field and the order also belong. */
export const FILTERS_FORM = 'filtri'

type FilterProps = { view: CatalogueView; counts: FacetCounts }

/** Returns a function that shows the view which a form describes, on its first pages. */
function useShowFiltered() {
  const navigate = useNavigate()
  return (form: HTMLFormElement) => {
    const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    const { page: _page, coming: _coming, ...view } = catalogueFilters(new URLSearchParams(typed))
    navigate(catalogueAddress(view), { preventScrollReset: true })
  }
}

/** The form of the filters. A script applies each change at once; without one the reader presses its button. */
export function CatalogueFilters({ view, counts }: FilterProps) {
  const showFiltered = useShowFiltered()
  const chosenCount = FACETS.reduce((sum, facet) => sum + view.chosen[facet].length, 0)
  return (
    <Form
      id={FILTERS_FORM}
      action={href('/corsi')}
      className="filters-side"
      aria-label="Filtra i corsi"
      autoComplete="off"
      onChange={(event) => showFiltered(event.currentTarget)}
    >
      {view.chosen.tema.map((theme) => (
        <input key={theme} type="hidden" name="tema" value={theme} />
      ))}
      {view.compared.map((slug) => (
        <input key={slug} type="hidden" name={COMPARE_PARAMETER} value={slug} />
      ))}
      <details className="filters-fold">
        <summary className="button">
          <Icon name="filter" /> Filtra {chosenCount > 0 && <b className="num">{chosenCount}</b>}
        </summary>
        <div className="filters-sheet">
          <Options legend="Dove" facet="luogo" {...{ view, counts }} values={places(counts, view.chosen)} />
          <Options legend="Come" facet="formato" {...{ view, counts }} values={Object.keys(FORMATS)} />
          <Options
            legend="Quando si comincia"
            facet="mese"
            {...{ view, counts }}
            values={months(counts, view.chosen)}
          />
          <fieldset className="filter">
            <legend>Prezzo</legend>
            {['', ...PRICES.map(String)].map((step) => (
              <Option
                key={step}
                type="radio"
                facet="prezzo"
                value={step}
                label={step === '' ? 'Qualsiasi' : facetValueName('prezzo', step)}
                count={step === '' ? undefined : countUpTo(counts, Number(step))}
                on={(view.chosen.prezzo[0] ?? '') === step}
              />
            ))}
          </fieldset>
          <fieldset className="filter">
            <legend>Posti</legend>
            <Option
              facet="posti"
              value={FREE_SEATS}
              label="Solo con posti"
              count={counts.posti.get(FREE_SEATS) ?? 0}
              on={view.chosen.posti.length > 0}
            />
          </fieldset>
          <div className="filters-send">
            <button className="button button-wide" type="submit">
              Mostra i corsi
            </button>
          </div>
        </div>
      </details>
    </Form>
  )
}

function places(counts: FacetCounts, chosen: Chosen): string[] {
  const names = [...new Set([...counts.luogo.keys(), ...chosen.luogo])].filter(
    (place) => place && place !== ONLINE_PLACE,
  )
  return [
    ...names.sort((a, b) => a.localeCompare(b, 'it')),
    ...(counts.luogo.has(ONLINE_PLACE) ? [ONLINE_PLACE] : []),
  ]
}

function months(counts: FacetCounts, chosen: Chosen): string[] {
  const known = [...new Set([...counts.mese.keys(), ...chosen.mese])].filter((month) => month !== UNDATED)
  return [...known.sort(), ...(counts.mese.has(UNDATED) ? [UNDATED] : [])]
}

function Options({
  legend,
  facet,
  values,
  view,
  counts,
}: { legend: string; facet: Facet; values: string[] } & FilterProps) {
  return (
    values.length > 0 && (
      <fieldset className="filter">
        <legend>{legend}</legend>
        {values.map((value) => (
          <Option
            key={value}
            facet={facet}
            value={value}
            label={facetValueName(facet, value)}
            count={counts[facet].get(value) ?? 0}
            on={view.chosen[facet].includes(value)}
          />
        ))}
      </fieldset>
    )
  )
}

/**
 * One value of a filter. `count`: the courses that it finds, undefined if it is not shown; `on`: whether it is chosen.
 */
function Option({
  type = 'checkbox',
  facet,
  value,
  label,
  count,
  on,
}: {
  type?: 'checkbox' | 'radio'
  facet: Facet
  value: string
  label: string
  count: number | undefined
  on: boolean
}) {
  const field = useRef<HTMLInputElement>(null)
  // The back button changes the view while the form stays mounted.
  useEffect(() => {
    if (field.current) field.current.checked = on
  }, [on])
  return (
    <label className="option">
      <input
        ref={field}
        type={type}
        name={facet}
        value={value}
        defaultChecked={on}
        disabled={count === 0 && !on}
      />
      <span>{label}</span>
      {count !== undefined && <i className="num">{count}</i>}
    </label>
  )
}

export function OrderChoice({ view }: { view: CatalogueView }) {
  const field = useRef<HTMLSelectElement>(null)
  const showFiltered = useShowFiltered()
  return (
    <div className="sort">
      <label htmlFor="ordine">Ordina per</label>
      <select
        ref={field}
        className="input"
        id="ordine"
        name="ordine"
        form={FILTERS_FORM}
        key={`${view.order} ${view.text}`}
        defaultValue={view.order ?? ''}
        onChange={() => field.current?.form && showFiltered(field.current.form)}
      >
        {view.text && <option value="">Pertinenza</option>}
        {Object.entries(CATALOGUE_ORDERS).map(([order, label]) => (
          <option key={order} value={order === 'data' && !view.text ? '' : order}>
            {label}
          </option>
        ))}
      </select>
      <button className="button" type="submit" form={FILTERS_FORM}>
        Ordina
      </button>
    </div>
  )
}
