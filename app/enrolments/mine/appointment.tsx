import type { NextSession } from '../../courses/next-session.queries.server'
import { isAtOwnPace } from '../../courses/rules'
import { formatDate } from '../../italian/dates'
import { formatTimes } from '../../italian/times'
import { addressAndMapOf } from '../../site/map'
import { NewTabLink } from '../../ui/new-tab-link'
import { ownPaceInWords } from './enrolment-status'
import type { Enrolment } from './queries.server'

type Course = Pick<Enrolment['course'], 'title' | 'location' | 'format'>

/** A link to the map of the place of a course; nothing without a place, or for a course that is not in a classroom. */
export function Directions({
  course: { title, location, format },
  className = 'directions',
}: {
  course: Course
  className?: string
}) {
  if (!location || format !== 'in-aula') return null
  return (
    <NewTabLink className={className} to={addressAndMapOf(location).mapLink} name={`Come arrivare: ${title}`}>
      Come arrivare
    </NewTabLink>
  )
}

/** A link to the online lessons of a member's course; nothing without an address. */
export function LessonsLink({ enrolment: { course, nextSession } }: { enrolment: Enrolment }) {
  const link = nextSession?.link ?? course.lessonsUrl
  return (
    link && (
      <NewTabLink className="button" to={link} name={`Vai alle lezioni: ${course.title}`}>
        Vai alle lezioni
      </NewTabLink>
    )
  )
}

/**
 * When the next session of a member's course is, and where if it is in a classroom, or when lessons without fixed times
 * can be followed; nothing if neither is known, and while the office can still take new dates back.
 */
export function Appointment({
  enrolment: { course, nextSession, hasOpenPostponement },
}: {
  enrolment: Enrolment
}) {
  if (hasOpenPostponement) return null
  if (isAtOwnPace(course)) return <p className="mine-appointment">{ownPaceInWords(course, nextSession)}</p>
  const location = nextSession?.place ?? course.location
  const isInPlace = location && course.format === 'in-aula'
  if (!nextSession && !isInPlace) return null
  const isUnderWay = nextSession !== null && nextSession.ahead < 0
  return (
    <p className="mine-appointment">
      {nextSession && (
        <span>
          {openingOf(nextSession, course)}{' '}
          <b>
            {formatDate(isUnderWay ? nextSession.until : nextSession.date, 'EEEE d MMMM')}
            {(isUnderWay ? nextSession.endTime : nextSession.startTime) &&
              `, ${formatTimes(nextSession.startTime, nextSession.endTime)}`}
          </b>
          {nextSession.topic && `, ${nextSession.topic}`}
        </span>
      )}
      {isInPlace && (
        <span>
          {addressAndMapOf(location).postalAddress} <Directions course={{ ...course, location }} />
        </span>
      )}
    </p>
  )
}

/** The words before the day of the next session, or before the last day of one that began on an earlier day. */
function openingOf({ ahead, number }: NextSession, { minimum }: Enrolment['course']): string {
  if (ahead < 0) return 'In corso fino a'
  if (minimum?.confirmed === false) return 'Se si parte, si comincia'
  return number === 1 ? 'Si comincia' : 'Prossima sessione'
}
