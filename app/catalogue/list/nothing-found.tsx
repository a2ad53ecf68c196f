import { Link } from 'react-router'
import type { CourseCardFacts } from '../../courses/queries.server'
import { ONLINE_PLACE } from '../../courses/rules'
import { withA } from '../../italian/articles'
import { formatCount } from '../../italian/numbers'
import {
  type CatalogueView,
  catalogueAddress,
  countFound,
  countWithout,
  FACETS,
  type Facet,
  type FacetCounts,
  monthName,
  UNDATED,
  withoutFilter,
} from '../filters.rules'
import type { OwnStatus } from '../own-status'
import { CourseCard } from './card'
import { facetValueName } from './catalogue-chips'
import './nothing-found.css'

/**
 * What the catalogue shows if a view finds no available course: which choices to drop, and the closest courses.
 * `countsWithoutText`: the counts for the same filters without the search, null if there is no search; `ownStatuses`: of
 * the member who reads, by the slug of the course; `comingTotal`: how many coming courses the view finds.
 */
export function NothingFound({
  view,
  counts,
  countsWithoutText,
  nearest,
  ownStatuses,
  comingTotal,
}: {
  view: CatalogueView
  counts: FacetCounts
  countsWithoutText: FacetCounts | null
  nearest: CourseCardFacts[]
  ownStatuses: Record<string, OwnStatus>
  comingTotal: number
}) {
  const filterChoices = FACETS.filter((facet) => view.filters[facet].length > 0).map((facet) => ({
    name: view.filters[facet].map((value) => facetValueName(facet, value)).join(', '),
    courses: countWithout(counts, facet),
    to: catalogueAddress(withoutFilter(view, facet)),
  }))
  const searchChoice = {
    name: `«${view.text}»`,
    courses: countsWithoutText ? countFound(countsWithoutText, view.filters) : 0,
    to: catalogueAddress({ ...view, text: '', page: 1, comingPage: 1 }),
  }
  const choices = [...filterChoices, ...(view.text ? [searchChoice] : [])]
  const helpfulRemovals = choices.filter(({ courses }) => courses > 0)
  return (
    <section className="zero" aria-labelledby="nessuno">
      <h2 id="nessuno">{viewInWords(view, comingTotal)}.</h2>
      {helpfulRemovals.length > 0 && (
        <>
          <h3>Basta togliere una cosa</h3>
          <ul className="loosen">
            {helpfulRemovals.map(({ name, courses, to }) => (
              <li key={to}>
                <Link to={to}>
                  <span>
                    Togli <b>{name}</b>
                  </span>
                  <i>{formatCount(courses, 'corso', 'corsi')}</i>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {nearest.length > 0 && (
        <>
          {/* No course meets a single choice, so none is closer than another: `nearest` are those that begin first. */}
          <h3>{choices.length > 1 ? 'I corsi più vicini' : 'I prossimi corsi'}</h3>
          <ul>
            {nearest.map((course) => (
              <CourseCard key={course.slug} course={course} ownStatus={ownStatuses[course.slug]} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** The view in words: 'Nessun corso di Leadership in aula a Fermo con posti liberi che cominci a marzo 2027'. */
function viewInWords({ text, filters }: CatalogueView, comingTotal: number): string {
  const inWords = (facet: Facet, word: (value: string) => string) => filters[facet].map(word).join(' o ')
  return [
    comingTotal > 0 ? 'Nessun corso già aperto' : 'Nessun corso',
    text && `per «${text}»`,
    inWords('tema', (theme) => `di ${facetValueName('tema', theme)}`),
    inWords('formato', (format) => ({ 'in-aula': 'in aula', online: 'online' })[format] ?? 'in e-learning'),
    inWords('luogo', (place) => (place === ONLINE_PLACE ? 'online o in e-learning' : withA(place))),
    inWords('prezzo', (price) => facetValueName('prezzo', price)),
    inWords('posti', (seats) => facetValueName('posti', seats)),
    inWords('mese', (month) =>
      month === UNDATED ? 'con la data da definire' : `che cominci ${withA(monthName(month))}`,
    ),
  ]
    .filter(Boolean)
    .join(' ')
}
