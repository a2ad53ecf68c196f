import { differenceInCalendarDays, parseISO } from 'date-fns'
import { moveSessions, type SessionFacts, spanOf, writeSessions } from '../parsing/sessions.rules'
import type { CourseText } from './rules'

/** Moves all sessions by the same number of days, so that the earliest begins on `first` (YYYY-MM-DD). */
export function moveSessionsTo<Session extends SessionFacts>(
  sessions: readonly Session[],
  first: string,
): Session[] {
  const { startDate } = spanOf(sessions)
  if (startDate === null) return []
  return moveSessions(sessions, differenceInCalendarDays(parseISO(first), parseISO(startDate)))
}

/**
 * The text of the form of a new edition: that of the original as a draft, with these sessions, without slug and without
 * the last day of the early bird price.
 */
export function newEditionText(text: CourseText, sessions: readonly SessionFacts[]): CourseText {
  return { ...text, slug: '', sessions: writeSessions(sessions), earlyBirdUntil: '', draft: true }
}

/** Gives each session the topic of the original's session at the same place in the list; null if there is none. */
export function copyTopics(
  sessions: readonly SessionFacts[],
  original: readonly SessionFacts[],
): SessionFacts[] {
  return sessions.map((session, i) => ({ ...session, topic: original[i]?.topic ?? null }))
}
