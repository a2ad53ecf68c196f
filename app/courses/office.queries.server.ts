import { createContext, data, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import type { Staff } from '../accounts/rules'
import { staffFrom } from '../accounts/session/session.server'
import { readOrRedirect, redirectWith } from '../http/toasts.server'
import { isId } from '../parsing/text.rules'
import { errorToast } from '../ui/toast'
import { courseByAnySlug, courseById, type StoredCourse } from './queries.server'
import { explainCourseRefusal } from './refusals.rules'
import { isSlug } from './rules'

const NOT_LOADED = 'Impossibile caricare il corso'

/**
 * The course with this id, or with this present or former slug as in `courseByAnySlug`. Undefined if there is none.
 */
export async function courseByKey(_staff: Staff, key: string) {
  if (isId(key)) return courseById(key)
  return isSlug(key) ? courseByAnySlug(key) : undefined
}

type CoursePromise = Promise<StoredCourse | undefined>

const courseContext = createContext<CoursePromise | null>(null)

/** Reads the course of the address once for all loaders of a page. An action, which may change it, reads it anew. */
export const readCourseOnce: MiddlewareFunction<Response> = ({ request, params, context }, next) => {
  if (request.method === 'GET') {
    const coursePromise = courseByKey(staffFrom(context), params.course ?? '')
    coursePromise.catch(() => undefined) // the loaders await the same promise and report its error
    context.set(courseContext, coursePromise)
  }
  return next()
}

/** The course that `readCourseOnce` has begun to read, else the course with this `key` (id or slug). */
export function courseFrom(context: Readonly<RouterContextProvider>, key: string): CoursePromise {
  return context.get(courseContext) ?? courseByKey(staffFrom(context), key)
}

/**
 * The course for a page of the office, a deleted one too. Throws 404 if it is missing; if it cannot be read, redirects
 * to `page` with a toast.
 */
export async function courseOr404(coursePromise: CoursePromise, page: string): Promise<StoredCourse> {
  const course = await readOrRedirect(page, NOT_LOADED, coursePromise)
  if (!course) throw data(null, { status: 404 })
  return course
}

/** The course for a page of the office. If it is missing, deleted or unreadable, redirects to `page` with a toast. */
export async function courseOrRedirect(coursePromise: CoursePromise, page: string): Promise<StoredCourse> {
  const course = await readOrRedirect(page, NOT_LOADED, coursePromise)
  if (course && !course.archivedAt) return course
  const why = explainCourseRefusal({ refusal: course ? 'archived' : 'unknown' })
  throw await redirectWith(page, errorToast(`${NOT_LOADED}: ${why}`))
}
