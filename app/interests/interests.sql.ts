import { and, not } from 'drizzle-orm'
import { isListed } from '../courses/queries.server'
import { hasFreeSeat } from '../courses/seats.sql'
import { courses } from '../database/schema'
import { hasOpenDecision } from '../enrolments/decisions.sql'

/**
 * The condition that a course takes requests, has more free seats than people who wait for one, and no decision about
 * it can still be undone.
 */
export function isAnnounceable() {
  return and(isListed(), not(courses.comingSoon), hasFreeSeat, not(hasOpenDecision(courses.id)))
}
