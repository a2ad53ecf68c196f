import type { StoredCourse } from '../../courses/queries.server'
import { formatDate } from '../../italian/dates'
import { formatTimes } from '../../italian/times'
import './print.css'

type Lesson = StoredCourse['sessions'][number]

/**
 * The sheet for signatures of a lesson, with blanks for what is not known. `teachers`: names; `position`: of the
 * lesson among the `lessonCount` lessons of the edition, from 1.
 */
export function SignInSheet({
  course,
  title = course.title,
  lesson,
  position,
  lessonCount,
  people,
}: {
  course: { title: string; location: string | null; teachers: string[] }
  /** The title above the sheet. */
  title?: string
  lesson: Lesson | undefined
  position: number
  lessonCount: number
  people: { id: string; firstName: string; lastName: string }[]
}) {
  return (
    <div className="signatures">
      <h2 id="firme">{title}</h2>
      <dl className="signatures-facts">
        <div>
          <dt>Lezione</dt>
          <dd>{lesson ? lessonInWords(lesson, position, lessonCount) : BLANK}</dd>
        </div>
        <div>
          <dt>Dove</dt>
          <dd>{lesson?.place ?? course.location ?? BLANK}</dd>
        </div>
        {lesson?.topic && (
          <div>
            <dt>Argomento</dt>
            <dd>{lesson.topic}</dd>
          </div>
        )}
        <div>
          <dt>Docente</dt>
          <dd>{course.teachers.join(', ') || BLANK}</dd>
        </div>
      </dl>
      {people.length === 0 ? (
        <p className="quiet">Nessun utente iscritto</p>
      ) : (
        <table className="table signatures-table unstacked-on-paper">
          <thead>
            <tr>
              <th scope="col">N.</th>
              <th scope="col">Cognome e nome</th>
              <th scope="col">Firma</th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ id, firstName, lastName }, index) => (
              <tr key={id}>
                <td className="num">{index + 1}</td>
                <td>
                  <b>{lastName}</b> {firstName}
                </td>
                <td />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="signatures-end">Firma del docente</p>
    </div>
  )
}

/** A line to write on. */
const BLANK = <span className="signatures-blank" />

/** Position, day and times of a lesson: '2 di 5, sabato 30 gennaio 2027, 9:00–18:00'. */
function lessonInWords(
  { startDate, startTime, endTime }: Lesson,
  position: number,
  lessonCount: number,
): string {
  const day = formatDate(startDate, 'EEEE d MMMM yyyy')
  return [`${position} di ${lessonCount}`, day, formatTimes(startTime, endTime)].filter(Boolean).join(', ')
}
