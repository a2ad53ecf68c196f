import { href } from 'react-router'
import { type CourseState, isUnderway, ONLINE_PLACE, seatsLeft } from '../courses/rules'
import { withA } from '../italian/articles'
import { formatCount } from '../italian/numbers'

/** For so many days after it was asked for, an interest can be confirmed. */
export const CONFIRMATION_DAYS = 7
/** So many months after it was asked for, an interest is deleted with its e-mail address. */
export const INTEREST_MONTHS = 12

/** The path of the page that confirms or deletes the interest of a token. */
export const interestPage = (token: string) => href('/avvisi/:token', { token })

export const NEXT_EDITION = 'quando c’è una nuova edizione'
const CONDITIONS: Partial<Record<CourseState, string>> = {
  coming: 'quando si può chiedere l’iscrizione',
  concluded: NEXT_EDITION,
  cancelled: NEXT_EDITION,
}

/**
 * Says in words when a person who waits for a course is notified. Null if nobody can wait for it: it takes requests and
 * has a free seat, or it is a draft or archived. `today`: YYYY-MM-DD.
 */
export function noticeCondition(
  course: {
    maxPartecipanti: number | null
    seatsTaken: number
    startDate: string | null
    format: string | null
  },
  state: CourseState,
  today: string,
): string | null {
  const isFull = state === 'available' && seatsLeft(course, course.seatsTaken) === 0
  if (!isFull) return CONDITIONS[state] ?? null
  return isUnderway(course, today)
    ? NEXT_EDITION
    : 'se resta un posto dopo la lista d’attesa, o c’è un’altra data'
}

/** How many people wait for a course: '12 persone aspettano Export a Fermo'. `place`: the column of the course. */
export function waitersInWords(course: { people: number; title: string; place: string | null }): string {
  const { people, title, place } = course
  const who = formatCount(people, 'persona aspetta', 'persone aspettano')
  const where = place === ONLINE_PLACE ? 'online' : place && withA(place)
  return [who, title, where].filter(Boolean).join(' ')
}
