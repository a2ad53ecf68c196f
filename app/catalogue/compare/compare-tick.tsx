import { Link } from 'react-router'
import { compareAddress, MOST_COMPARED } from '../compare-address.rules'
import { type CatalogueView, catalogueAddress } from '../filters.rules'
import './compare-tick.css'

const COMPARISON_FULL = `Ne hai già scelti ${MOST_COMPARED}: prima togline uno.`

/**
 * A link that chooses a course for the comparison, or drops it. The choice is in the address, so no script is needed.
 * `refused`: slug of the course that was chosen beyond the limit; null if none was.
 */
export function CompareTick({
  course: { slug, title },
  view,
  refused,
}: {
  course: { slug: string; title: string }
  view: CatalogueView
  refused: string | null
}) {
  const isChosen = view.compared.includes(slug)
  const compared = isChosen ? view.compared.filter((other) => other !== slug) : [...view.compared, slug]
  const label = isChosen ? 'Togli dal confronto' : 'Confronta'
  return (
    <span className="tick" id={`scelta-${slug}`}>
      <Link
        className={isChosen ? 'tick-on' : undefined}
        to={`${catalogueAddress({ ...view, compared })}#scelta-${slug}`}
        rel="nofollow"
        preventScrollReset
        aria-label={`${label}: ${title}`}
      >
        {label}
      </Link>
      {refused === slug && <span className="visually-hidden">{COMPARISON_FULL}</span>}
    </span>
  )
}

/** Shows which courses are chosen, with a link to their comparison; nothing if none is. */
export function CompareBar({
  view,
  chosen,
  refused,
}: {
  view: CatalogueView
  chosen: { slug: string; title: string }[]
  refused: string | null
}) {
  if (chosen.length === 0) return null
  const slugs = chosen.map(({ slug }) => slug)
  const addressWithout = (slug: string) =>
    catalogueAddress({ ...view, compared: slugs.filter((other) => other !== slug) })
  return (
    <section className="compare-bar" aria-label="Confronto">
      <div>
        <p role="status">
          {`${chosen.length} di ${MOST_COMPARED} scelti`}
          {refused !== null && `. ${COMPARISON_FULL}`}
        </p>
        <ul>
          {chosen.map(({ slug, title }) => (
            <li key={slug}>
              <Link
                to={addressWithout(slug)}
                preventScrollReset
                rel="nofollow"
                aria-label={`Togli dal confronto: ${title}`}
              >
                {title} <span aria-hidden="true">×</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <Link className="button" to={compareAddress(slugs)} rel="nofollow">
        Confronta
      </Link>
    </section>
  )
}
