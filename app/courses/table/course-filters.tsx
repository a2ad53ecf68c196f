import { type MouseEvent, useEffect, useRef } from 'react'
import { href, Link, useLocation } from 'react-router'
import { formatCount } from '../../italian/numbers'
import { Form } from '../../ui/forms/form'
import { useShownChoice } from '../../ui/forms/shown-choice'
import { useSearchText } from '../../ui/forms/table-search'
import { Icon } from '../../ui/icon'
import { More } from '../../ui/overlays/more'
import { queryWith } from '../../ui/query'
import { Chips } from '../../ui/tables/chips'
import {
  COURSE_FILTERS,
  COURSE_ORDERS,
  type CourseFilter,
  courseTableQuery,
  PERMANENT_FILTERS,
  type TableView,
} from './rules'

/** How many courses each filter finds; a filter without a number was not counted. */
type FilterCounts = Partial<Record<CourseFilter, number>>

/** After so many milliseconds without typing the filters are applied. */
const TYPING_PAUSE = 300

/**
 * The search, the filters and the order of the table, kept in the address. A script applies the text while it is typed.
 */
export function CourseFilters({
  view,
  foundCount,
  counts,
}: {
  view: TableView
  foundCount: number
  counts: FilterCounts
}) {
  const form = useRef<HTMLFormElement>(null)
  const textField = useSearchText(view.text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const applyAfterPause = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => form.current?.requestSubmit(), TYPING_PAUSE)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const dropPauseOfLink = ({ target }: MouseEvent<HTMLElement>) => {
    if (target instanceof Element && target.closest('a')) clearTimeout(timer.current)
  }

  const orderValue = view.order ? `${view.isReversed ? '-' : ''}${view.order}` : ''
  const orderField = useShownChoice(orderValue)
  const isFiltered = view.text !== '' || view.filter !== 'tutti'
  return (
    // A link that is clicked before the pause ends goes first.
    <div className="tools course-filters" onClickCapture={dropPauseOfLink}>
      <Form
        action={href('/admin')}
        ref={form}
        preventScrollReset
        replace
        onSubmit={() => clearTimeout(timer.current)}
      >
        {view.filter !== 'tutti' && <input type="hidden" name="stato" value={view.filter} />}
        <search className="find">
          <button type="submit" aria-label="Filtra">
            <Icon name="search" />
          </button>
          <input
            className="input"
            ref={textField}
            type="search"
            name="q"
            placeholder="Cerca per titolo"
            aria-label="Cerca per titolo"
            defaultValue={view.text}
            onInput={applyAfterPause}
          />
        </search>
        <FilterChips view={view} counts={counts} />
        <div className="order-field">
          <label htmlFor="ordine">Ordina</label>
          <select
            className="input"
            ref={orderField}
            id="ordine"
            name="ordine"
            defaultValue={orderValue}
            // Without a pause: the answer to an earlier choice shows that one, and a choice that waits is lost.
            onChange={() => form.current?.requestSubmit()}
          >
            <option value="">Ultimi inseriti</option>
            {Object.entries(COURSE_ORDERS).flatMap(([word, { forwards, reversed }]) => [
              <option key={word} value={word}>
                {forwards}
              </option>,
              <option key={`-${word}`} value={`-${word}`}>
                {reversed}
              </option>,
            ])}
          </select>
        </div>
      </Form>
      <p className="quiet found" aria-live="polite">
        {isFiltered && (
          <>
            {formatCount(foundCount, 'corso', 'corsi')}
            <Link className="link" to={href('/admin')} preventScrollReset>
              Mostra tutti
            </Link>
          </>
        )}
      </p>
    </div>
  )
}

/** The permanent filters and the chosen one as chips. The others are in a menu, unless they find no course. */
function FilterChips({ view, counts }: { view: TableView; counts: FilterCounts }) {
  const query = courseTableQuery(useLocation().search)
  const addressOf = (filter: CourseFilter) =>
    `${href('/admin')}${queryWith(query, { stato: filter === 'tutti' ? null : filter, pagina: null })}`
  const filters = Object.keys(COURSE_FILTERS) as CourseFilter[]
  const isChip = (filter: CourseFilter) => PERMANENT_FILTERS.includes(filter) || filter === view.filter
  const others = filters.filter((filter) => !isChip(filter) && counts[filter] !== 0)
  return (
    <>
      <Chips
        label="Mostra"
        chips={filters.filter(isChip).map((filter) => ({
          name: COURSE_FILTERS[filter],
          to: addressOf(filter),
          isChosen: filter === view.filter,
          count: counts[filter],
          isUrgent: filter === 'da-confermare',
        }))}
      />
      {others.length > 0 && (
        <More of="altri filtri">
          {others.map((filter) => (
            <Link key={filter} to={addressOf(filter)} preventScrollReset>
              {COURSE_FILTERS[filter]} <span className="num">{counts[filter]}</span>
            </Link>
          ))}
        </More>
      )}
    </>
  )
}
