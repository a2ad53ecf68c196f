import { useEffect, useRef } from 'react'
import { href, useNavigate } from 'react-router'
import { FORMATS, ONLINE_PLACE } from '../../courses/rules'
import { Form } from '../../ui/forms/form'
import { useShownChoice } from '../../ui/forms/shown-choice'
import { Icon } from '../../ui/icon'
import { COMPARED_PARAMETER } from '../compare-address.rules'
import {
  CATALOGUE_ORDERS,
  type CatalogueView,
  type ChosenFilters,
  catalogueAddress,
  catalogueView,
  countUpTo,
  FACETS,
  type Facet,
  type FacetCounts,
  FREE_SEATS,
  PRICE_STEPS,
  UNDATED,
} from '../filters.rules'
import { facetValueName } from './catalogue-chips'
import './filter-form.css'

/** The id of the form of the filters, to which the search field and the order also belong. */
export const FILTERS_FORM_ID = 'filtri'

type FilterProps = { view: CatalogueView; counts: FacetCounts }

/** Returns a function that navigates to the catalogue as a filled form describes it, on the first page of each list. */
function useShowFiltered() {
  const navigate = useNavigate()
  return (form: HTMLFormElement) => {
    const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    const { page: _page, comingPage: _comingPage, ...view } = catalogueView(new URLSearchParams(typed))
    navigate(catalogueAddress(view), { preventScrollReset: true })
  }
}

/** The form of the filters. A script applies each change at once; without one the reader presses its button. */
export function CatalogueFilters({ view, counts }: FilterProps) {
  const showFiltered = useShowFiltered()
  const chosenCount = FACETS.reduce((sum, facet) => sum + view.filters[facet].length, 0)
  return (
    <Form
      id={FILTERS_FORM_ID}
      action={href('/corsi')}
      className="filters-side"
      aria-label="Filtra i corsi"
      autoComplete="off"
      onChange={(event) => showFiltered(event.currentTarget)}
    >
      {view.filters.tema.map((theme) => (
        <input key={theme} type="hidden" name="tema" value={theme} />
      ))}
      {view.comparedSlugs.map((slug) => (
        <input key={slug} type="hidden" name={COMPARED_PARAMETER} value={slug} />
      ))}
      <details className="filters-fold">
        <summary className="button">
          <Icon name="filter" /> Filtra {chosenCount > 0 && <b className="num">{chosenCount}</b>}
        </summary>
        <div className="filters-sheet">
          <Options
            legend="Dove"
            facet="luogo"
            view={view}
            counts={counts}
            values={placeOptions(counts, view.filters)}
          />
          <Options legend="Come" facet="formato" view={view} counts={counts} values={Object.keys(FORMATS)} />
          <Options
            legend="Quando si comincia"
            facet="mese"
            view={view}
            counts={counts}
            values={monthOptions(counts, view.filters)}
          />
          <fieldset className="filter">
            <legend>Prezzo</legend>
            {['', ...PRICE_STEPS.map(String)].map((step) => (
              <Option
                key={step}
                type="radio"
                facet="prezzo"
                value={step}
                label={step === '' ? 'Qualsiasi' : facetValueName('prezzo', step)}
                count={step === '' ? undefined : countUpTo(counts, Number(step))}
                isChosen={(view.filters.prezzo[0] ?? '') === step}
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
              isChosen={view.filters.posti.length > 0}
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

/** The towns in alphabetical order, then `ONLINE_PLACE`; chosen ones also where no course has them. */
function placeOptions(counts: FacetCounts, filters: ChosenFilters): string[] {
  const places = new Set([...counts.luogo.keys(), ...filters.luogo])
  const towns = [...places].filter((place) => place && place !== ONLINE_PLACE)
  const inOrder = towns.sort((a, b) => a.localeCompare(b, 'it'))
  return places.has(ONLINE_PLACE) ? [...inOrder, ONLINE_PLACE] : inOrder
}

/** The months from the first, then `UNDATED`; chosen ones also where no course has them. */
function monthOptions(counts: FacetCounts, filters: ChosenFilters): string[] {
  const choices = new Set([...counts.mese.keys(), ...filters.mese])
  const months = [...choices].filter((month) => month !== UNDATED).sort()
  return choices.has(UNDATED) ? [...months, UNDATED] : months
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
            isChosen={view.filters[facet].includes(value)}
          />
        ))}
      </fieldset>
    )
  )
}

/**
 * One value of a filter. `count`: how many courses it finds; undefined if no number is shown.
 */
function Option({
  type = 'checkbox',
  facet,
  value,
  label,
  count,
  isChosen,
}: {
  type?: 'checkbox' | 'radio'
  facet: Facet
  value: string
  label: string
  count: number | undefined
  isChosen: boolean
}) {
  const field = useRef<HTMLInputElement>(null)
  const wasChosen = useRef(isChosen)
  // The back button changes the view while the form stays mounted. A box that was ticked before the script ran stays.
  useEffect(() => {
    if (field.current && wasChosen.current !== isChosen) field.current.checked = isChosen
    wasChosen.current = isChosen
  }, [isChosen])
  return (
    <label className="option">
      <input
        ref={field}
        type={type}
        name={facet}
        value={value}
        defaultChecked={isChosen}
        disabled={count === 0 && !isChosen}
      />
      <span>{label}</span>
      {count !== undefined && <i className="num">{count}</i>}
    </label>
  )
}

/**
 * The order of the courses. Its value is empty for the usual order: by relevance with a search text, else by date.
 */
export function OrderChoice({ view }: { view: CatalogueView }) {
  const field = useShownChoice(view.order ?? '', view.text)
  const showFiltered = useShowFiltered()
  return (
    <div className="sort">
      <label htmlFor="ordine">Ordina per</label>
      <select
        ref={field}
        className="input"
        id="ordine"
        name="ordine"
        form={FILTERS_FORM_ID}
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
      <button className="button" type="submit" form={FILTERS_FORM_ID}>
        Ordina
      </button>
    </div>
  )
}
