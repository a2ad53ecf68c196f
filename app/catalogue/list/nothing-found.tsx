import { Link } from 'react-router'
import type { CourseCardFacts } from '../../courses/queries.server'
import { ONLINE_PLACE } from '../../courses/rules'
import { withA } from '../../italian/articles'
import { formatCount } from '../../italian/numbers'
import {
  type CatalogueView,
  catalogueAddress,
  countAll,
  countWithout,
  FACETS,
  type Facet,
  type FacetCounts,
  monthName,
  UNDATED,
  withoutFilter,
} from '../filters.rules'
import { CourseCard } from './card'
import { facetValueName } from './catalogue-chips'
import './nothing-found.css'

/**
 * What a view without courses shows: which choices to drop, and the closest courses. `withoutText`: the counts for
 * the same filters without the search, null if there is none; `announced`: how many coming courses the view finds.
 */
export function NothingFound({
  view,
  counts,
  withoutText,
  near,
  announced,
}: {
  view: CatalogueView
  counts: FacetCounts
  withoutText: FacetCounts | null
  near: CourseCardFacts[]
  announced: number
}) {
  const choices = FACETS.filter((facet) => view.chosen[facet].length > 0).map((facet) => ({
    name: view.chosen[facet].map((value) => facetValueName(facet, value)).join(', '),
    courses: countWithout(counts, facet),
    to: catalogueAddress(withoutFilter(view, facet)),
  }))
  const search = {
    name: `«${view.text}»`,
    courses: withoutText ? countAll(withoutText, view.chosen) : 0,
    to: catalogueAddress({ ...view, text: '', page: 1, coming: 1 }),
  }
  // What finds no course when it is dropped is no help.
  const removals = [...choices, ...(view.text ? [search] : [])].filter(({ courses }) => courses > 0)
  return (
    <section className="zero" aria-labelledby="nessuno">
      <h2 id="nessuno">{sentenceOf(view, announced)}.</h2>
      {removals.length > 0 && (
        <>
          <h3>Basta togliere una cosa</h3>
          <ul className="loosen">
            {removals.map(({ name, courses, to }) => (
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
      {near.length > 0 && (
        <>
          {/* No course meets a single condition, so none is closer to it: they are those that begin first. */}
          <h3>{choices.length + Number(view.text !== '') > 1 ? 'I corsi più vicini' : 'I prossimi corsi'}</h3>
          <ul>
            {near.map((course) => (
              <CourseCard key={course.slug} course={course} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** The view in words: 'Nessun corso di Leadership in aula a Fermo con posti liberi che cominci a marzo 2027'. */
function sentenceOf({ text, chosen }: CatalogueView, announced: number): string {
  const names = (facet: Facet, word: (value: string) => string) => chosen[facet].map(word).join(' o ')
  return [
    announced > 0 ? 'Nessun corso già aperto' : 'Nessun corso',
    text && `per «${text}»`,
    names('tema', (theme) => `di ${facetValueName('tema', theme)}`),
    names('formato', (format) => ({ 'in-aula': 'in aula', online: 'online' })[format] ?? 'in e-learning'),
    names('luogo', (place) => (place === ONLINE_PLACE ? 'online o in e-learning' : `a ${place}`)),
    names('prezzo', (price) => facetValueName('prezzo', price)),
    names('posti', (seats) => facetValueName('posti', seats)),
    names('mese', (month) =>
      month === UNDATED ? 'con la data da definire' : `che cominci ${withA(monthName(month))}`,
    ),
  ]
    .filter(Boolean)
    .join(' ')
}
