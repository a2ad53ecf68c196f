import { href } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { courseByKey, courseOr404 } from '../../courses/office.queries.server'
import { loadSections } from '../../http/toasts.server'
import { formatPeriod } from '../../italian/periods'
import { siteSettings } from '../../site/settings'
import { placeInSentence } from '../../ui/edition'
import { PageHead } from '../../ui/page-head'
import type { Route } from './+types/badges.screen'
import { PrintHead } from './print-head'
import { wholeRoster } from './queries.server'
import './print.css'

export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseOr404(courseByKey(staff, params.course), href('/admin'))
  const { id, title, startDate, endDate, place } = course
  const { loadSection, respond } = loadSections()
  const people = await loadSection('Errore nel recuperare gli utenti', wholeRoster(staff, id), [])
  const periodAndPlace = [formatPeriod(startDate, endDate), placeInSentence(place)].filter(Boolean).join(', ')
  return respond({ course: { id, title, periodAndPlace }, people })
}

export default function Badges({ loaderData: { course, people } }: Route.ComponentProps) {
  return (
    <section className="admin-section badges-page" aria-labelledby="cartellini">
      <PageHead title={`Cartellini: ${course.title}`} noindex />
      <PrintHead course={course.id} printed="Cartellini" />
      <h2 id="cartellini" className="badges-title">
        Cartellini: {course.title}
      </h2>
      {people.length === 0 ? (
        <p className="quiet">Nessun utente iscritto</p>
      ) : (
        <ul className="badges">
          {people.map(({ id, firstName, lastName }) => (
            <li key={id}>
              <small>{siteSettings().company.name}</small>
              <b className={nameClasses(firstName, lastName)}>
                {firstName} <br />
                {lastName}
              </b>
              <p>
                {course.title}
                {course.periodAndPlace && <small>{course.periodAndPlace}</small>}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The classes that set the size of a name on a badge, by the letters of the longer of its two lines. */
function nameClasses(firstName: string, lastName: string): string {
  const letters = Math.max([...firstName].length, [...lastName].length)
  if (letters <= 13) return 'badge-name'
  if (letters <= 22) return 'badge-name badge-name-long'
  return letters <= 45 ? 'badge-name badge-name-longer' : 'badge-name badge-name-longest'
}
