import { redirect } from 'react-router'
import { isAdmin, type Member } from '../accounts/rules'
import { today } from '../runtime/clock'
import { type CourseFacts, courseBySlug, movedTo, type StoredCourse } from './queries.server'
import { courseState, isSlug } from './rules'

/** Without what only participants read. */
export const publicly = <Course extends CourseFacts>(course: Course): Course => ({
  ...course,
  lessonsUrl: null,
  afterApproval: null,
})

/** What the page of a course shows. */
export function toFacts({
  seriesId: _series,
  version: _version,
  updatedAt: _changed,
  archivedAt: _gone,
  cancelReason: _why,
  peopleEnrolled: _people,
  minParticipants: _least,
  confirmBy: _until,
  confirmedAt: _confirmed,
  joiningEmail: _joining,
  thanksEmail: _thanks,
  ...shown
}: StoredCourse): CourseFacts {
  return shown
}

/**
 * For everybody; a draft, with the state that it would have, for an administrator. `below`: rest of the path.
 * Throws 404, 410 for an archived course, 301 for a former slug.
 */
export async function courseAt(slug: string, below = '', reader: Member | null = null) {
  if (!isSlug(slug)) throw absent(404)
  const course = await courseBySlug(slug)
  if (!course) {
    const now = await movedTo(slug)
    throw now ? redirect(`/corsi/${now}${below}`, 301) : absent(404)
  }
  const state = courseState({ ...course, draft: false }, today())
  if (state === 'archived') throw absent(410)
  if (course.draft && !(reader && isAdmin(reader))) throw absent(404)
  return { course: publicly(course), state }
}

/** Pages ignore the text; files show it. */
export function absent(status: 404 | 410): Response {
  const sentence = status === 410 ? 'Questo corso non c’è più.' : 'Non trovato.'
  return new Response(sentence, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
