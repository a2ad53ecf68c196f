import type { Admin } from '../app/accounts/rules'
import { createCourse, type NewCourse } from '../app/course-editor/commands.server'
import { type CourseText, courseTextFrom, readCourse } from '../app/course-editor/rules'

/** A form with these fields, and nothing in the others. */
export const typed = (facts: Partial<CourseText>) =>
  readCourse({ ...courseTextFrom(new FormData()), comingSoon: true, ...facts }).course

export async function created(admin: Admin, facts: NewCourse) {
  const saved = await createCourse(admin, facts)
  if (!saved.ok) throw new Error(saved.refusal)
  return saved
}
