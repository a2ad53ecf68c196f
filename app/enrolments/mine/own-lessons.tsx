import { distanceInWords } from '../../courses/phase.rules'
import type { StoredCourse } from '../../courses/queries.server'
import { NO_DATE } from '../../courses/rules'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatTimes } from '../../italian/times'
import { NewTabLink } from '../../ui/new-tab-link'
import type { OwnAttendance } from '../attendance/queries.server'
import { attendedInWords, lessonMinutes, PRESENCES, presenceOf } from '../attendance/rules'
import './own-lessons.css'

type Session = StoredCourse['sessions'][number]

/**
 * The lessons of a course for a participant: past ones in a quiet colour, and in how many days the next one is. `day`:
 * today, YYYY-MM-DD.
 */
export function OwnLessons({
  sessions,
  day,
  attendance,
}: {
  sessions: Session[]
  day: string
  /** What the closed registers say of the enrolment. */
  attendance: OwnAttendance
}) {
  const presenceIn = (session: Session) => {
    const mark = attendance.find(({ lesson }) => lesson === session.number)
    return mark && PRESENCES[presenceOf(mark.minutes, session)]
  }
  const nextLesson = sessions.find(({ endDate }) => endDate >= day)
  return (
    <ol className="own-lessons">
      {sessions.map((session, i) => (
        <li
          key={session.position}
          className={
            session === nextLesson ? 'lesson-next' : session.endDate < day ? 'lesson-over' : undefined
          }
        >
          <time className="num" dateTime={session.startDate}>
            <b>{formatDate(session.startDate, 'd')}</b> {formatDate(session.startDate, 'MMM yyyy', NO_DATE)}
          </time>
          <div>
            <strong>{session.topic || `Lezione ${i + 1}`}</strong>
            <small>{[factsOf(session), presenceIn(session)].filter(Boolean).join(' · ')}</small>
            {session.link && session.endDate >= day && (
              <NewTabLink to={session.link} name={`Vai alla lezione ${i + 1}`}>
                Vai alla lezione
              </NewTabLink>
            )}
          </div>
          {session === nextLesson && (
            <b className="lesson-away">
              {session.startDate < day ? 'in corso' : distanceInWords(session.startDate, day)}
            </b>
          )}
        </li>
      ))}
    </ol>
  )
}

/** How many hours a person attended: 'Hai frequentato 8 ore su 12.'; nothing before a register is closed. */
export function OwnHours({ attendance }: { attendance: OwnAttendance }) {
  const attended = attendance.reduce((sum, { minutes }) => sum + minutes, 0)
  const soFar = attendance.reduce((sum, { hours }) => sum + (lessonMinutes({ hours }) ?? 0), 0)
  return soFar > 0 && <p className="num">Hai frequentato {attendedInWords({ attended, soFar })}.</p>
}

/** Weekday, last day if there are several, times and place of a lesson: 'sabato, 9:00–18:00, Sala Rossa'. */
function factsOf({ startDate, endDate, startTime, endTime, place }: Session): string {
  const weekday = formatDate(startDate, 'EEEE')
  const until = endDate === startDate ? '' : withArticle('fino al', formatDate(endDate, 'd MMM yyyy'))
  return [weekday, until, formatTimes(startTime, endTime), place].filter(Boolean).join(', ')
}
