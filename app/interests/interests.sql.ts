import { and, not } from 'drizzle-orm'
import { isListed, isUnderwayToday } from '../courses/queries.server'
import { hasFreeSeat } from '../courses/seats.sql'
import { courses } from '../database/schema'
import { KINDS_FREEING_SEATS } from '../enrolments/decision.rules'
import { hasOpenDecision } from '../enrolments/decisions.sql'

/** The condition that a course takes requests and has more free seats than people who wait for one. */
const isOpen = () => and(isListed(), not(courses.comingSoon), hasFreeSeat)

/** The condition that a course can be asked for, and no decision that has freed a seat can still be undone. */
export const isOpenForCertain = () => and(isOpen(), not(hasOpenDecision(courses.id, KINDS_FREEING_SEATS)))

/**
 * The condition that a course can be asked for, that whoever asks misses no lesson, and that no decision about it can
 * still be undone: the notice, the only one that an address gets, names the dates of the edition too.
 */
export const isAnnounceable = () => and(isOpen(), not(isUnderwayToday()), not(hasOpenDecision(courses.id)))
