import { type CourseState, type Format, seatsLeft } from '../rules'

/** How the building of a cover is drawn: as a plan, built, with shut doors, carved in relief. */
type CoverState = 'coming' | 'open' | 'full' | 'over'
/** What the drawing of a cover depends on. */
export type CoverFacts = { slug: string; theme: string | null; format: Format | null; state: CoverState }

type CourseOfCover = {
  slug: string
  theme: string | null
  format: Format | null
  maxPartecipanti: number | null
}

/** Returns what the cover of a course shows in a state; a course without free seats has shut doors. */
export function coverOf(course: CourseOfCover & { seatsTaken: number }, state: CourseState): CoverFacts {
  const { slug, theme, format } = course
  const full = seatsLeft(course, course.seatsTaken) === 0
  const isOver = state === 'concluded' || state === 'archived' || state === 'cancelled'
  const built = isOver ? 'over' : full ? 'full' : 'open'
  return { slug, theme, format, state: state === 'coming' ? 'coming' : built }
}
