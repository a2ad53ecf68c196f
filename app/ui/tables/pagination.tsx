import { Link } from 'react-router'
import './pagination.css'

/** Returns the pages to link: the first two, the last two, and the current one with its neighbours. */
function linkedPages(page: number, pageCount: number): number[] {
  const wanted = [1, 2, page - 1, page, page + 1, pageCount - 1, pageCount]
  return [...new Set(wanted)].filter((number) => number >= 1 && number <= pageCount).sort((a, b) => a - b)
}

/**
 * Links to the pages of a list. `name`: of the links together, for screen readers; `addressOf`: returns the address of
 * a page, numbered from 1.
 */
export function Pagination({
  name = 'Pagine',
  page,
  pageCount,
  addressOf,
}: {
  name?: string
  page: number
  pageCount: number
  addressOf: (page: number) => string
}) {
  if (pageCount < 2) return null
  const neighbour = (to: number, label: string) =>
    to < 1 || to > pageCount ? (
      <span className="button" aria-disabled="true">
        {label}
      </span>
    ) : (
      <Link className="button" to={addressOf(to)} rel={to < page ? 'prev' : 'next'}>
        {label}
      </Link>
    )
  const numbers = linkedPages(page, pageCount)
  return (
    <nav className="pager" aria-label={name}>
      {neighbour(page - 1, 'Precedente')}
      <ol className="num">
        {numbers.map((number, i) => (
          <li key={number} className={number - (numbers[i - 1] ?? 0) > 1 ? 'after-gap' : undefined}>
            <Link
              to={addressOf(number)}
              aria-label={`Pagina ${number}`}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </Link>
          </li>
        ))}
      </ol>
      {neighbour(page + 1, 'Successiva')}
    </nav>
  )
}
