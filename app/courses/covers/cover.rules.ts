import { type CourseState, type Format, seatsLeft } from '../rules'

/**
 * How the building of a cover is drawn. 'coming': as a plan; 'open': built; 'full': with shut doors; 'over': carved in
 * relief.
 */
type CoverState = 'coming' | 'open' | 'full' | 'over'
/** What the drawing of a cover depends on. */
export type CoverFacts = { slug: string; theme: string | null; format: Format | null; state: CoverState }

type CourseOfCover = {
  slug: string
  theme: string | null
  format: Format | null
  maxPartecipanti: number | null
}

/**
 * Returns what the cover of a course shows in a state. An available course or a draft without free seats has shut
 * doors.
 */
export function coverOf(course: CourseOfCover & { seatsTaken: number }, state: CourseState): CoverFacts {
  const { slug, theme, format } = course
  const isFull = seatsLeft(course, course.seatsTaken) === 0
  const isOver = state === 'concluded' || state === 'archived' || state === 'cancelled'
  const built = isOver ? 'over' : isFull ? 'full' : 'open'
  return { slug, theme, format, state: state === 'coming' ? 'coming' : built }
}
