import { href, Link } from 'react-router'
import { distanceTo } from '../courses/phase.rules'
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
  isNext,
  today,
  mayChange,
  form,
}: {
  course: Course
  columns: LessonColumn[]
  session: Session
  /** Today's, or the first one to come. */
  isNext: boolean
  today: string
  mayChange: boolean
  form: { participants: number; result: LessonResult | undefined } | undefined
}) {
  const { number, startDate, endDate, topic, place, link } = session
  const day = formatDate(startDate, 'd MMMM yyyy')
  return (
    <tr>
      <td>
        <b className="num">{formatDate(startDate, 'd MMMM')}</b>
        <small className="num">{timesOf(session)}</small>
      </td>
      {form ? (
        <td colSpan={columns.length + 2}>
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
          <td data-label="Stato">{stateOf(session, isNext, today)}</td>
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

function stateOf({ startDate, endDate }: Session, isNext: boolean, today: string) {
  if (endDate < today) return <span className="state state-completed">Fatta</span>
  if (startDate <= today) return <span className="state state-open">Oggi</span>
  if (!isNext) return null
  return (
    <>
      <span className="state">Prossima</span>
      <small>{distanceTo(startDate, today)}</small>
    </>
  )
}

/** 'sabato, 9:00-18:00 · 8 ore' */
function timesOf({ startDate, startTime, endTime, hours }: Session): string {
  const when = [formatDate(startDate, 'EEEE'), formatTimes(startTime, endTime)].filter(Boolean).join(', ')
  return [when, hours ? formatHours(hours) : ''].filter(Boolean).join(' · ')
}
