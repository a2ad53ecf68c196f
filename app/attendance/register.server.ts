import type { Staff } from '../accounts/rules'
import { lessonsWithRegister } from './queries.server'

/** The lesson of an address, with the lessons beside it; undefined where there is none. `number`: as in the address. */
export async function registerOf(staff: Staff, courseId: string, number: string) {
  const lessons = await lessonsWithRegister(staff, courseId)
  const at = lessons.findIndex((lesson) => String(lesson.number) === number)
  const lesson = lessons[at]
  return lesson && { lesson, lessons, place: at + 1, before: lessons[at - 1], after: lessons[at + 1] }
}
