import { destinationIn, withDestination } from './destination.rules'

/** The parameter, of links and forms, with the slug of the course that a visitor asked for before the sign-up. */
export const COURSE_PARAMETER = 'corso'

/**
 * What a person wanted before the sign-in: `course`, the slug of a course to ask for, or `destination`, a page to open.
 * Links carry both unsigned.
 */
export type Intention = { course?: string | undefined; destination?: string | null | undefined }

/** The slug of the intended course in the query of an address or in a form; '' without one. */
export function intendedCourseIn(source: URLSearchParams | FormData): string {
  const course = String(source.get(COURSE_PARAMETER) ?? '')
  return /^[a-z0-9-]{1,100}$/.test(course) ? course : ''
}

/** The intention in the query of an address. */
export const intentionIn = (url: URL) => ({
  course: intendedCourseIn(url.searchParams),
  destination: destinationIn(url),
})

/** Appends the intention to a path that may already have a query. */
export function withIntention(path: string, { course, destination }: Intention): string {
  const target = withDestination(path, destination)
  if (!course) return target
  return `${target}${target.includes('?') ? '&' : '?'}${COURSE_PARAMETER}=${course}`
}
