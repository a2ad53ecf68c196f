import type { Admin } from '../accounts/rules'
import { readOrRedirect, redirectWith } from '../http/toasts.server'
import { isId } from '../parsing/text.rules'
import { errorToast } from '../ui/toast'
import { courseByAnySlug, courseById, type StoredCourse } from './queries.server'
import { explainCourse } from './refusals.rules'
import { isSlug } from './rules'

const NOT_LOADED = 'Impossibile caricare il corso'

/** By id or slug, present or former; archived courses included. */
export async function courseByKey(_admin: Admin, key: string) {
  if (isId(key)) return courseById(key)
  return isSlug(key) ? courseByAnySlug(key) : undefined
}

/** For a page of the office; without a course, or for a deleted one, a toast on `page`. */
export async function courseOrList(admin: Admin, key: string, page: string): Promise<StoredCourse> {
  const course = await readOrRedirect(page, NOT_LOADED, courseByKey(admin, key))
  if (course && !course.archivedAt) return course
  const why = explainCourse({ refusal: course ? 'archived' : 'unknown' })
  throw await redirectWith(page, errorToast(`${NOT_LOADED}: ${why}`))
}
