import { useRef } from 'react'
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

/**
 * The search, the filters and the order of the table, kept in the address. With a script a chosen order applies at once,
 * with the text as it is typed.
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
  const action = href('/admin')
  const stato = view.filter === 'tutti' ? null : view.filter
  const order = view.order ?? ''
  const form = useRef<HTMLFormElement>(null)
  const textField = useSearchText(view.text)
  const orderField = useShownChoice(order)
  return (
    <div className="tools course-filters">
      <Form action={action} ref={form} preventScrollReset>
        {stato && <input type="hidden" name="stato" value={stato} />}
        <search className="find">
          <button type="submit" aria-label="Cerca">
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
          />
        </search>
        <FilterChips view={view} counts={counts} />
        <div className="selects">
          <p>
            <label htmlFor="ordine">Ordina</label>
            <select
              className="input"
              ref={orderField}
              id="ordine"
              name="ordine"
              defaultValue={order}
              onChange={() => form.current?.requestSubmit()}
            >
              <option value="">Ultimi inseriti</option>
              {Object.entries(COURSE_ORDERS).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </p>
        </div>
      </Form>
      <p className="quiet found" aria-live="polite">
        {(view.text !== '' || stato) && (
          <>
            {formatCount(foundCount, 'corso', 'corsi')}
            <Link className="link" to={action} preventScrollReset>
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
