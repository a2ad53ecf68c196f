import { type CourseState, type Format, seatsLeft } from '../rules'

/**
 * How the building of a cover is drawn. 'coming': as a plan; 'open': built; 'full': with shut doors; 'over': carved in
 * relief.
 */
type CoverState = 'coming' | 'open' | 'full' | 'over'
/** The facts on which the drawing of a cover depends. */
export type CoverFacts = { slug: string; theme: string | null; format: Format | null; state: CoverState }

/**
 * The facts of the cover of a course. A draft is drawn like an available course, with shut doors if no seat is free; an
 * archived or cancelled course like one that is over.
 */
export function coverOf(
  course: Omit<CoverFacts, 'state'> & { maxPartecipanti: number | null; seatsTaken: number },
  state: CourseState,
): CoverFacts {
  const { slug, theme, format } = course
  const isFull = seatsLeft(course, course.seatsTaken) === 0
  const isOver = state === 'concluded' || state === 'archived' || state === 'cancelled'
  const builtState = isOver ? 'over' : isFull ? 'full' : 'open'
  return { slug, theme, format, state: state === 'coming' ? 'coming' : builtState }
}
