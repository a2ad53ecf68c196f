import { differenceInCalendarDays } from 'date-fns'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { type CourseStateFacts, courseState, hasBegun, isAtOwnPace } from './rules'

/**
 * The stages of an edition, each with its word and the state of `ui/state.css` that gives it its colour. 'coming':
 * announced only; 'before': published, and not begun or without dates; 'unconfirmed': the same, with a minimum and not
 * confirmed; 'during': from its first to its last day; 'after': the last day has passed.
 */
export const PHASES = {
  archived: { word: 'Eliminato', state: 'rejected' },
  draft: { word: 'Bozza', state: 'draft' },
  cancelled: { word: 'Annullata', state: 'rejected' },
  coming: { word: 'In Arrivo', state: 'coming' },
  unconfirmed: { word: 'Da confermare', state: 'in_progress' },
  before: { word: 'Pubblicato', state: 'published' },
  during: { word: 'In corso', state: 'in_progress' },
  after: { word: 'Lezioni finite', state: 'completed' },
}
export type Phase = keyof typeof PHASES

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

/**
 * `done`: how many lessons are over; `all`: how many there are; `next`: first day of the first lesson that is not
 * over, which may have begun; null if all are over. A lesson is over once its last day has passed.
 */
export type LessonProgress = { done: number; all: number; next: string | null }

/** Counts the lessons of an edition. `sessions`: in any order; `today`: YYYY-MM-DD. */
export function lessonProgress(
  sessions: readonly { startDate: string; endDate: string }[],
  today: string,
): LessonProgress {
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
 * How far an edition is, in words: 'comincia fra 16 giorni', 'lezione 2 di 8 sabato', 'lezione 3 di 8 oggi'; '' after
 * the last lesson, for a cancelled edition, and for lessons at one's own pace. `today`: YYYY-MM-DD.
 */
export function progressInWords(
  {
    format,
    cancelledAt,
    lessons,
  }: { format: string | null; cancelledAt: Date | null; lessons: LessonProgress },
  today: string,
): string {
  const { done, all, next } = lessons
  if (cancelledAt || isAtOwnPace({ format }) || !next) return ''
  const days = differenceInCalendarDays(next, today)
  if (done === 0 && days > 0) return `comincia ${distanceInWords(next, today)}`
  return `lezione ${done + 1} di ${all} ${dayInWords(next, days)}`
}

const DAYS_OF_WEEK = 7
const DAYS_OF_MONTH = 30

/** How far away a day is, as `daysAheadInWords` says it. `day`: not before `today`, both YYYY-MM-DD. */
export const distanceInWords = (day: string, today: string) =>
  daysAheadInWords(differenceInCalendarDays(day, today))

/** So many days away: 'oggi', 'domani', 'fra 16 giorni', from 31 days on in months, 'fra 7 mesi'. */
export function daysAheadInWords(days: number): string {
  if (days === 0) return 'oggi'
  if (days === 1) return 'domani'
  return `fra ${days <= DAYS_OF_MONTH ? formatCount(days, 'giorno', 'giorni') : formatCount(Math.round(days / DAYS_OF_MONTH), 'mese', 'mesi')}`
}

/**
 * The first day of a lesson: 'oggi', 'domani', 'sabato', from a week on 'sabato 16 gennaio'. `daysAhead`: from today to
 * `day`; negative for a lesson that has begun and goes on today.
 */
function dayInWords(day: string, daysAhead: number): string {
  if (daysAhead <= 0) return 'oggi'
  if (daysAhead === 1) return 'domani'
  return daysAhead < DAYS_OF_WEEK ? formatDate(day, 'EEEE') : formatDate(day, 'EEEE d MMMM')
}
