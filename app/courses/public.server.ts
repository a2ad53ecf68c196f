import { href, redirect } from 'react-router'
import { isStaff, type Member } from '../accounts/rules'
import { today } from '../runtime/clock'
import { type CourseFacts, courseByAnySlug, PUBLIC_FACTS, type StoredCourse } from './queries.server'
import { courseState, isSlug, slugFrom } from './rules'

/** Reduces a stored course to its public facts. A loader of a public page sends a whole course only through here. */
export function toFacts(course: StoredCourse): CourseFacts {
  const facts = Object.fromEntries(PUBLIC_FACTS.map((fact) => [fact, course[fact]])) as Omit<
    CourseFacts,
    'sessions'
  >
  return { ...facts, sessions: course.sessions.map(({ link, closedAt, ...session }) => session) }
}

/**
 * The course with this slug, for a public page, with its state. Staff get a draft too, with the state that it will have
 * when published. What only participants may read is null. Throws 404 without such a course; 410 for an archived one;
 * 301 for a former slug, or for a text whose `slugFrom` is the slug of a course, for example with capitals or blanks.
 * `pageOf`: makes the address for a slug, to which a redirect leads; `reader`: who asks, null for a visitor.
 */
export async function courseAt(
  slug: string,
  {
    pageOf = (slug) => href('/corsi/:slug', { slug }),
    reader = null,
  }: { pageOf?: (slug: string) => string; reader?: Member | null } = {},
) {
  if (!isSlug(slug)) {
    const tidiedSlug = /[a-z\d]/i.test(slug) ? slugFrom(slug) : ''
    if (!isSlug(tidiedSlug)) throw missingCourse(404)
    await courseAt(tidiedSlug, { pageOf, reader })
    throw redirect(pageOf(tidiedSlug), 301)
  }
  const course = await courseByAnySlug(slug)
  if (!course) throw missingCourse(404)
  if (course.slug !== slug) throw redirect(pageOf(course.slug), 301)
  const state = courseState({ ...course, draft: false }, today())
  if (state === 'archived') throw missingCourse(410)
  if (course.draft && !(reader && isStaff(reader))) throw missingCourse(404)
  // Only participants may read these three facts. Files and JSON are made without `toFacts`, and must not leak them.
  const sessions = course.sessions.map((session) => ({ ...session, link: null }))
  return { course: { ...course, sessions, lessonsUrl: null, afterApproval: null }, state }
}

/** The response for a missing course. Its text is shown where no error page is rendered, such as for a missing file. */
export function missingCourse(status: 404 | 410): Response {
  const sentence = status === 410 ? 'Questo corso non c’è più.' : 'Non trovato.'
  return new Response(sentence, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
