import { href, Link } from 'react-router'
import type { StoredCourse } from '../courses/queries.server'
import {
  LessonRegisterState,
  PresentPeople,
  RegisterLink,
  type RegisterState,
} from '../enrolments/attendance/lesson-register'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatHours } from '../italian/numbers'
import { formatTimes } from '../italian/times'
import { More } from '../ui/overlays/more'
import { LessonForm, type LessonResult } from './lesson-form'

type Session = StoredCourse['sessions'][number]

/** The anchor of a lesson: the id of the button in its row. */
export const lessonAnchor = (number: number) => `lezione-${number}`

type LessonColumn = 'Argomento' | 'Dove' | 'Presenti'

/** The optional columns that have something to show. `isMarked`: whether attendance is marked in any lesson. */
export function lessonColumns(sessions: Session[], isMarked: boolean): LessonColumn[] {
  const hasTopics = sessions.some(({ topic }) => topic)
  const hasPlaces = sessions.some(({ place, link }) => place ?? link)
  return [
    ...(hasTopics ? ['Argomento' as const] : []),
    ...(hasPlaces ? ['Dove' as const] : []),
    ...(isMarked ? ['Presenti' as const] : []),
  ]
}

/** The row of a lesson. `form`: what its open form needs; undefined while it is closed. */
export function LessonRow({
  course,
  columns,
  session,
  register,
  isNext,
  today,
  form,
}: {
  course: StoredCourse
  columns: LessonColumn[]
  session: Session
  register: RegisterState
  /** Whether the lesson is today's, or else the first to come. */
  isNext: boolean
  /** YYYY-MM-DD */
  today: string
  form: { participants: number; result: LessonResult | undefined } | undefined
}) {
  const { number, startDate, endDate, topic, place, link } = session
  const { teachers, peopleEnrolled: people } = course
  const isCancelled = course.cancelledAt !== null
  const day = formatDate(startDate, 'd MMMM yyyy')
  const name = `lezione ${withArticle('del', day)}`
  const hasBegun = startDate <= today
  const signatureSheet = `${href('/admin/courses/:course/iscritti/firme', { course: course.id })}?lezione=${number}`
  const registerPdf = href('/admin/courses/:course/lezioni/registro.pdf', { course: course.id })
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
            // Nobody is notified of a lesson that is over.
            participants={endDate < today ? null : form.participants}
            result={form.result}
          />
        </td>
      ) : (
        <>
          {columns.includes('Argomento') && (
            <td className="lesson-topic">
              {topic}
              {teachers.length > 0 && <small>{teachers.map(({ name }) => name).join(', ')}</small>}
            </td>
          )}
          {columns.includes('Dove') && (
            <td data-label="Dove">
              {place ?? course.location}
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
          {columns.includes('Presenti') && (
            <td data-label="Presenti">
              <PresentPeople register={register} peopleCount={people} />
            </td>
          )}
          <td data-label="Registro">
            <LessonRegisterState
              register={register}
              peopleCount={people}
              isCancelled={isCancelled}
              isNext={isNext}
              today={today}
            />
          </td>
          <td>
            <div className="row-actions">
              {hasBegun || isCancelled ? (
                <RegisterLink
                  course={course.id}
                  register={register}
                  peopleCount={people}
                  isCancelled={isCancelled}
                  day={day}
                  id={lessonAnchor(number)}
                />
              ) : (
                <Link
                  className="button button-small"
                  id={lessonAnchor(number)}
                  to={signatureSheet}
                  aria-label={`Foglio firme: ${name}`}
                >
                  Foglio firme
                </Link>
              )}
              <More of={name}>
                {hasBegun && <Link to={signatureSheet}>Foglio firme</Link>}
                {register.closedAt && <a href={`${registerPdf}?lezione=${number}`}>Stampa il registro</a>}
                <Link to={{ search: `?lezione=${number}`, hash: '#topic' }} preventScrollReset>
                  Modifica argomento, luogo e link
                </Link>
              </More>
            </div>
          </td>
        </>
      )}
    </tr>
  )
}

/** Weekday, times and hours of a lesson: 'sabato, 9:00–18:00 · 8 ore'. */
function timesOf({ startDate, startTime, endTime, hours }: Session): string {
  const when = [formatDate(startDate, 'EEEE'), formatTimes(startTime, endTime)].filter(Boolean).join(', ')
  return [when, hours ? formatHours(hours) : ''].filter(Boolean).join(' · ')
}
