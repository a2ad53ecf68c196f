import { href, Link } from 'react-router'
import type { StoredCourse } from '../courses/queries.server'
import { formatDate } from '../italian/dates'
import { formatHours } from '../italian/numbers'
import { formatTimes } from '../italian/times'
import { More } from '../ui/overlays/more'
import { LessonForm, type LessonResult } from './lesson-form'

type Course = Pick<StoredCourse, 'id' | 'location' | 'lessonsUrl'>
type Session = StoredCourse['sessions'][number]

/** Where the row of a lesson is on the page. */
export const lessonAnchor = (number: number) => `lezione-${number}`

export type LessonColumn = 'Argomento' | 'Dove'

/** The columns in which the lessons of a course differ from each other or from the course. */
export function lessonColumns(sessions: Session[]): LessonColumn[] {
  const hasTopics = sessions.some(({ topic }) => topic)
  const hasPlaces = sessions.some(({ place, link }) => place ?? link)
  return [...(hasTopics ? ['Argomento' as const] : []), ...(hasPlaces ? ['Dove' as const] : [])]
}

/** A lesson; with `form`, what may be changed of it. */
export function LessonRow({
  course,
  columns,
  session,
  today,
  mayChange,
  form,
}: {
  course: Course
  columns: LessonColumn[]
  session: Session
  today: string
  mayChange: boolean
  form: { participants: number; result: LessonResult | undefined } | undefined
}) {
  const { number, startDate, endDate, topic, place, link } = session
  const day = formatDate(startDate, 'd MMMM yyyy')
  return (
    <tr>
      <td>
        <b className="num">{day}</b>
        <small className="num">{timesOf(session, today)}</small>
      </td>
      {form ? (
        <td colSpan={columns.length + 1}>
          <LessonForm
            course={course}
            lesson={session}
            day={day}
            back={`${href('/admin/courses/:course/lezioni', { course: course.id })}#${lessonAnchor(number)}`}
            participants={endDate < today ? 0 : form.participants}
            result={form.result}
          />
        </td>
      ) : (
        <>
          {columns.includes('Argomento') && <td data-label="Argomento">{topic ?? '–'}</td>}
          {columns.includes('Dove') && (
            <td data-label="Dove">
              {place ?? course.location ?? '–'}
              {link && (
                <small>
                  <a href={link} target="_blank" rel="noopener noreferrer">
                    {URL.parse(link)?.host ?? link}
                    <span className="visually-hidden"> (si apre in una nuova scheda)</span>
                  </a>
                </small>
              )}
            </td>
          )}
          <td>
            <div className="row-actions">
              <Link
                className="button button-small"
                id={lessonAnchor(number)}
                to={`${href('/admin/courses/:course/iscritti/firme', { course: course.id })}?lezione=${number}`}
                aria-label={`Foglio firme: lezione del ${day}`}
              >
                Foglio firme
              </Link>
              {mayChange && (
                <More of={`lezione del ${day}`}>
                  <Link to={{ search: `?lezione=${number}`, hash: '#topic' }} preventScrollReset>
                    Modifica argomento, luogo e link
                  </Link>
                </More>
              )}
            </div>
          </td>
        </>
      )}
    </tr>
  )
}

/** 'sabato, 9:00-18:00 · 8 ore · fatta' */
function timesOf(session: Session, today: string): string {
  const { startDate, endDate, startTime, endTime, hours } = session
  const when = [formatDate(startDate, 'EEEE'), formatTimes(startTime, endTime)].filter(Boolean).join(', ')
  const state = endDate < today ? 'fatta' : startDate <= today ? 'oggi' : ''
  return [when, hours ? formatHours(hours) : '', state].filter(Boolean).join(' · ')
}
