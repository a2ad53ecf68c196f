import { useLocation } from 'react-router'
import { NO_DATE } from '../courses/rules'
import { CourseStateTag } from '../courses/table/course-state'
import { formatDate } from '../italian/dates'
import { useFold } from '../ui/fold'
import { Form, Submit } from '../ui/forms/form'
import { Icon } from '../ui/icon'
import type { coursesToJoin } from './series.queries.server'

type JoinableCourses = Awaited<ReturnType<typeof coursesToJoin>>

/**
 * Joins the course to another one as an edition, or separates it from its other editions. `joinableCourses`: those
 * whose titles have the words of `searchText`; `isOnlyEdition`: whether the course has no other edition.
 */
export function JoinSeries({
  joinableCourses,
  searchText,
  isOnlyEdition,
}: {
  joinableCourses: JoinableCourses
  searchText: string
  isOnlyEdition: boolean
}) {
  const { search } = useLocation()
  const fold = useFold(searchText !== '')
  const parameters = [...new URLSearchParams(search)].filter(([name]) => name !== 'cerca')
  return (
    <details className="join-series" {...fold}>
      <summary>
        <span>
          <b>Unisci a un altro corso</b>
          {isOnlyEdition
            ? 'Questo corso diventa un’edizione di quello scelto.'
            : 'Questo corso diventa un’edizione di quello scelto, oppure si separa dalle altre edizioni.'}
        </span>
        <span className="button button-small">
          Unisci… <Icon name="fold" />
        </span>
      </summary>
      <div>
        <Form className="join-search" preventScrollReset>
          {parameters.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <search className="field">
            <label htmlFor="cerca">Cerca per titolo</label>
            <input className="input" id="cerca" type="search" name="cerca" defaultValue={searchText} />
          </search>
          <button className="button" type="submit">
            Cerca
          </button>
        </Form>
        {searchText && joinableCourses.length === 0 && (
          <p className="quiet">Nessun altro corso con queste parole nel titolo.</p>
        )}
        {joinableCourses.length > 0 && <JoinChoices joinableCourses={joinableCourses} />}
        {!isOnlyEdition && (
          <Form method="post" className="leave-series">
            <p className="quiet">Separa: questo corso smette di essere un’edizione degli altri.</p>
            <Submit name="intent" value="leave" busy="Separo...">
              Separa
            </Submit>
          </Form>
        )}
      </div>
    </details>
  )
}

function JoinChoices({ joinableCourses }: { joinableCourses: JoinableCourses }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="join" />
      <ul className="join-choices">
        {joinableCourses.map((course) => {
          const place = course.location?.split(',')[0]
          const facts = [formatDate(course.startDate, 'd MMM yyyy', NO_DATE), place]
            .filter(Boolean)
            .join(', ')
          return (
            <li key={course.id}>
              <p>
                <b>{course.title}</b>
                <span>{facts}</span>
              </p>
              <CourseStateTag course={course} />
              <Submit
                name="course"
                value={course.id}
                busy="Unisco..."
                aria-label={`Unisci: ${course.title}, ${facts}`}
              >
                Unisci
              </Submit>
            </li>
          )
        })}
      </ul>
    </Form>
  )
}
