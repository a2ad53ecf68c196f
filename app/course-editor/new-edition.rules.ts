import { differenceInCalendarDays, parseISO } from 'date-fns'
import { type SessionFacts, sessionsLater, spanOf, writeSessions } from '../parsing/sessions.rules'
import type { CourseText } from './rules'

/** Every session moved by as many days as the first of all, which comes to lie on `first` (YYYY-MM-DD). */
export function shifted<Session extends SessionFacts>(
  sessions: readonly Session[],
  first: string,
): Session[] {
  const { startDate } = spanOf(sessions)
  if (startDate === null) return []
  return sessionsLater(sessions, differenceInCalendarDays(parseISO(first), parseISO(startDate)))
}

/** The form of the next edition: a draft with these sessions, without slug and end of the early bird price. */
export function newEditionText(text: CourseText, sessions: readonly SessionFacts[]): CourseText {
  return { ...text, slug: '', sessions: writeSessions(sessions), earlyBirdUntil: '', draft: true }
}

/** The sessions of a new edition with the topics of its original, lesson by lesson. */
export function withTopics(
  sessions: readonly SessionFacts[],
  original: readonly SessionFacts[],
): SessionFacts[] {
  return sessions.map((session, i) => ({ ...session, topic: original[i]?.topic ?? null }))
}
