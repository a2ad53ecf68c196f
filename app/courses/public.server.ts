import { redirect } from 'react-router'
import { today } from '../runtime/clock'
import { courseBySlug, movedTo } from './queries.server'
import { courseState, isSlug } from './rules'

/**
 * The course at a public address, and where it stands. `below` is the rest of the address, after the course's own.
 * @throws the answer where there is none: 404; 410 for a deleted course; 301 to the course's present address
 */
export async function courseAt(slug: string, below = '') {
  if (!isSlug(slug)) throw absent(404)
  const course = await courseBySlug(slug)
  if (!course) {
    const now = await movedTo(slug)
    throw now ? redirect(`/corsi/${now}${below}`, 301) : absent(404)
  }
  const state = courseState(course, today())
  if (state === 'archived') throw absent(410)
  return { course, state }
}

/** A page draws its own answer from the status; the words are for a file of the course, which has no page. */
export function absent(status: 404 | 410): Response {
  const sentence = status === 410 ? 'Questo corso non c’è più.' : 'Non trovato.'
  return new Response(sentence, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
