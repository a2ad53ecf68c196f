/** The parameter, of links and forms, with the slug of the course that a visitor asked for before the sign-up. */
export const COURSE_PARAMETER = 'corso'

/** The slug of the intended course in the query of an address or in a form; '' without one. */
export function intendedCourseIn(source: URLSearchParams | FormData): string {
  const course = String(source.get(COURSE_PARAMETER) ?? '')
  return /^[a-z0-9-]{1,100}$/.test(course) ? course : ''
}

/** Appends the intended course to a path that may already have a query; nothing if `course` is ''. */
export function withIntendedCourse(path: string, course: string): string {
  if (!course) return path
  return `${path}${path.includes('?') ? '&' : '?'}${COURSE_PARAMETER}=${course}`
}
