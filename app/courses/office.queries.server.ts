import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import type { Staff } from '../accounts/rules'
import { staffFrom } from '../accounts/session/session.server'
import { readOrRedirect, redirectWith } from '../http/toasts.server'
import { isId } from '../parsing/text.rules'
import { errorToast } from '../ui/toast'
import { courseByAnySlug, courseById, type StoredCourse } from './queries.server'
import { explainCourse } from './refusals.rules'
import { isSlug } from './rules'

const NOT_LOADED = 'Impossibile caricare il corso'

/** By id or slug, present or former; archived courses included. */
export async function courseByKey(_staff: Staff, key: string) {
  if (isId(key)) return courseById(key)
  return isSlug(key) ? courseByAnySlug(key) : undefined
}

type Finding = Promise<StoredCourse | undefined>

const courseContext = createContext<Finding | null>(null)

/** Reads the course of the address once for the loaders of a page; an action reads it itself, since it may change it. */
export const readCourseOnce: MiddlewareFunction<Response> = ({ request, params, context }, next) => {
  if (request.method === 'GET') {
    const finding = courseByKey(staffFrom(context), params.course ?? '')
    finding.catch(() => undefined) // the loaders report it
    context.set(courseContext, finding)
  }
  return next()
}

/** The course of the address, `key`: its id or slug. */
export function courseFrom(context: Readonly<RouterContextProvider>, key: string): Finding {
  return context.get(courseContext) ?? courseByKey(staffFrom(context), key)
}

/** For a page of the office; without a course, or for a deleted one, a toast on `page`. */
export async function courseOrList(finding: Finding, page: string): Promise<StoredCourse> {
  const course = await readOrRedirect(page, NOT_LOADED, finding)
  if (course && !course.archivedAt) return course
  const why = explainCourse({ refusal: course ? 'archived' : 'unknown' })
  throw await redirectWith(page, errorToast(`${NOT_LOADED}: ${why}`))
}
