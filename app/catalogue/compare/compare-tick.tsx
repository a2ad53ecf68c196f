import { Link } from 'react-router'
import { compareAddress, MOST_COMPARED } from '../compare-address.rules'
import { type CatalogueView, catalogueAddress } from '../filters.rules'
import './compare-tick.css'

const COMPARISON_FULL = `Ne hai già scelti ${MOST_COMPARED}: prima togline uno.`

/**
 * A link that chooses a course for the comparison, or drops it. The choice is in the address, so no script is needed.
 * `refusedSlug`: of the course that was chosen beyond the limit; null if none was.
 */
export function CompareTick({
  course: { slug, title },
  view,
  refusedSlug,
}: {
  course: { slug: string; title: string }
  view: CatalogueView
  refusedSlug: string | null
}) {
  const isChosen = view.comparedSlugs.includes(slug)
  const comparedSlugs = isChosen
    ? view.comparedSlugs.filter((other) => other !== slug)
    : [...view.comparedSlugs, slug]
  const label = isChosen ? 'Togli dal confronto' : 'Confronta'
  return (
    <span className="tick" id={`scelta-${slug}`}>
      <Link
        className={isChosen ? 'tick-on' : undefined}
        to={`${catalogueAddress({ ...view, comparedSlugs })}#scelta-${slug}`}
        rel="nofollow"
        preventScrollReset
        aria-label={`${label}: ${title}`}
      >
        {label}
      </Link>
      {refusedSlug === slug && <span className="visually-hidden">{COMPARISON_FULL}</span>}
    </span>
  )
}

/**
 * Shows the courses chosen for comparison, with a link to it; if none is chosen, only the region that announces them.
 */
export function CompareBar({
  view,
  courses,
  refusedSlug,
}: {
  view: CatalogueView
  courses: { slug: string; title: string }[]
  refusedSlug: string | null
}) {
  const chosen =
    courses.length > 0 &&
    `${courses.length} di ${MOST_COMPARED} scelti${refusedSlug === null ? '' : `. ${COMPARISON_FULL}`}`
  const slugs = courses.map(({ slug }) => slug)
  const addressWithout = (slug: string) =>
    catalogueAddress({ ...view, comparedSlugs: slugs.filter((other) => other !== slug) })
  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {chosen}
      </p>
      {chosen && (
        <section className="compare-bar" aria-label="Confronto">
          <div>
            <p aria-hidden="true">{chosen}</p>
            <ul>
              {courses.map(({ slug, title }) => (
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
      )}
    </>
  )
}
