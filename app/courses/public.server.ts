import { data, redirect } from 'react-router'
import { today } from '../platform/clock'
import { courseBySlug, movedTo } from './queries.server'
import { courseState, isSlug } from './rules'

/**
 * The course at a public address, and where it stands. `below` is the rest of the address, after the course's own.
 * @throws the answer where there is none: 404; 410 for a deleted course; 301 to the course's present address
 */
export async function courseAt(slug: string, below = '') {
  if (!isSlug(slug)) throw data(null, { status: 404 })
  const course = await courseBySlug(slug)
  if (!course) {
    const now = await movedTo(slug)
    throw now ? redirect(`/corsi/${now}${below}`, 301) : data(null, { status: 404 })
  }
  const state = courseState(course, today())
  if (state === 'archived') throw data(null, { status: 410 })
  return { course, state }
}
