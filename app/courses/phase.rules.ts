import { differenceInCalendarDays } from 'date-fns'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { type CourseStateFacts, courseState, hasBegun, isAtOwnPace } from './rules'

/**
 * The stage of an edition. 'before': not begun, or without dates; 'unconfirmed': not begun either, with a minimum, so
 * that it takes place only if the office confirms it.
 */
export type Phase =
  | 'archived'
  | 'draft'
  | 'cancelled'
  | 'coming'
  | 'unconfirmed'
  | 'before'
  | 'during'
  | 'after'

type Edition = CourseStateFacts & {
  startDate: string | null
  minParticipants: number | null
  confirmedAt: Date | null
}

/** The phase of an edition on a day. `today`: YYYY-MM-DD. */
export function phaseOf(edition: Edition, today: string): Phase {
  const state = courseState(edition, today)
  if (state === 'concluded') return 'after'
  if (state !== 'available') return state
  if (hasBegun(edition, today)) return 'during'
  return edition.minParticipants && !edition.confirmedAt ? 'unconfirmed' : 'before'
}

/** The word for each phase, and the state of `ui/state.css` that gives it its colour. */
export const PHASES: Record<Phase, { word: string; state: string }> = {
  archived: { word: 'Eliminato', state: 'rejected' },
  draft: { word: 'Bozza', state: 'draft' },
  cancelled: { word: 'Annullata', state: 'rejected' },
  coming: { word: 'In Arrivo', state: 'coming' },
  unconfirmed: { word: 'Da confermare', state: 'in_progress' },
  before: { word: 'Pubblicato', state: 'published' },
  during: { word: 'In corso', state: 'in_progress' },
  after: { word: 'Lezioni finite', state: 'completed' },
}

/**
 * `done`: how many lessons are over; `all`: how many there are; `next`: first day of the first lesson that is not
 * over, which may have begun; null if all are over. A lesson is over once its last day has passed.
 */
export type Lessons = { done: number; all: number; next: string | null }

/** Counts the lessons of an edition. `sessions`: in any order; `today`: YYYY-MM-DD. */
export function lessonsOf(
  sessions: readonly { startDate: string; endDate: string }[],
  today: string,
): Lessons {
  const next = nextLesson(sessions, today)
  const done = sessions.filter(({ endDate }) => endDate < today).length
  return { done, all: sessions.length, next: next?.startDate ?? null }
}

/** The first lesson by day that is not over; undefined if all are. `today`: YYYY-MM-DD. */
export function nextLesson<Lesson extends { startDate: string; endDate: string }>(
  sessions: readonly Lesson[],
  today: string,
): Lesson | undefined {
  return sessions
    .filter(({ endDate }) => endDate >= today)
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate))[0]
}

/**
 * How far an edition is, in words: 'comincia fra 16 giorni', 'lezione 2 di 8 sabato', 'lezione 3 di 8 oggi'; '' if no
 * lesson is left, or everybody learns at their own pace. `today`: YYYY-MM-DD.
 */
export function progressOf(
  { format, lessons }: { format: string | null; lessons: Lessons },
  today: string,
): string {
  const { done, all, next } = lessons
  if (isAtOwnPace({ format }) || !next) return ''
  const days = differenceInCalendarDays(next, today)
  if (done === 0 && days > 0) return `comincia ${distanceTo(next, today)}`
  return `lezione ${done + 1} di ${all} ${dayInWords(next, days)}`
}

const WEEK = 7
const MONTH = 30

/**
 * How far away a day is: 'oggi', 'domani', 'fra 16 giorni', from 31 days on 'fra 7 mesi'. `day`: not before `today`,
 * both YYYY-MM-DD.
 */
export function distanceTo(day: string, today: string): string {
  const days = differenceInCalendarDays(day, today)
  if (days === 0) return 'oggi'
  if (days === 1) return 'domani'
  return `fra ${days <= MONTH ? formatCount(days, 'giorno', 'giorni') : formatCount(Math.round(days / MONTH), 'mese', 'mesi')}`
}

/** `ahead`: days from today to `day`; negative for a lesson that has begun and goes on today. */
function dayInWords(day: string, ahead: number): string {
  if (ahead <= 0) return 'oggi'
  if (ahead === 1) return 'domani'
  return ahead < WEEK ? formatDate(day, 'EEEE') : formatDate(day, 'EEEE d MMMM')
}
