// Demo dates are relative to today, so that the catalogue never looks old.

import { plusDays } from '../../italian/days'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
type Weekday = (typeof WEEKDAYS)[number]

/** A session with days (YYYY-MM-DD) and Italian times (HH:MM). `hours`: of teaching, of all its days together. */
export type DemoSession = {
  startDate: string
  startTime: string | null
  endDate: string
  endTime: string | null
  hours: number | null
  topic: string | null
}

/**
 * A session that begins on the first `weekday` from today + `inDays` on, and lasts `days` days (default 1). `start`,
 * `end`: HH:MM; `hours`: of teaching, of all its days together.
 */
export type PlannedSession = {
  inDays: number
  weekday: Weekday
  start?: string
  end?: string
  hours?: number
  days?: number
  topic?: string
}

const FRIDAY = { weekday: 'friday', start: '14:30', end: '18:30', hours: 4 } as const
export const SATURDAY = { weekday: 'saturday', start: '09:00', end: '18:00', hours: 8 } as const
export const SATURDAY_MORNING = { weekday: 'saturday', start: '09:00', end: '13:00', hours: 4 } as const

/** Repeats a session weekly, `count` times in all. */
export function weekly(count: number, first: PlannedSession): PlannedSession[] {
  return Array.from({ length: count }, (_, week) => ({ ...first, inDays: first.inDays + 7 * week }))
}

/**
 * Returns the sessions of `count` weekends, from `inDays` days after today on: the Friday afternoon, and `saturday` a
 * day later.
 */
export function weekends(count: number, inDays: number, saturday: typeof SATURDAY | typeof SATURDAY_MORNING) {
  return Array.from({ length: count }, (_, week): PlannedSession[] => [
    { inDays: inDays + 7 * week, ...FRIDAY },
    { inDays: inDays + 7 * week + 1, ...saturday },
  ]).flat()
}

/** Periods of each year without demo lessons: first and last day, as month and day. */
const CLOSED_PERIODS = [
  ['01-01', '01-06'],
  ['04-25', '04-25'],
  ['05-01', '05-01'],
  ['06-02', '06-02'],
  ['08-05', '08-25'],
  ['11-01', '11-01'],
  ['12-08', '12-08'],
  ['12-23', '12-31'],
] as const

/** Whether no demo lesson begins or ends on a day (YYYY-MM-DD). */
export function isClosed(day: string): boolean {
  const monthDay = day.slice(5)
  return CLOSED_PERIODS.some(([from, to]) => from <= monthDay && monthDay <= to)
}

function firstOn(weekday: Weekday, from: string): string {
  const daysToWait = WEEKDAYS.indexOf(weekday) - new Date(`${from}T00:00:00Z`).getUTCDay()
  return plusDays(from, (daysToWait + 7) % 7)
}

/**
 * Gives planned sessions their days, counted from `today` (YYYY-MM-DD). A session whose first or last day is closed
 * moves by whole weeks, together with all after it.
 */
export function scheduleSessions(planned: readonly PlannedSession[], today: string): DemoSession[] {
  let delayDays = 0
  return planned.map(({ inDays, weekday, start, end, hours, days = 1, topic }) => {
    const plannedDay = firstOn(weekday, plusDays(today, inDays))
    const lastDay = (first: string) => plusDays(first, days - 1)
    while (isClosed(plusDays(plannedDay, delayDays)) || isClosed(lastDay(plusDays(plannedDay, delayDays))))
      delayDays += 7
    const startDate = plusDays(plannedDay, delayDays)
    return {
      startDate,
      startTime: start ?? null,
      endDate: lastDay(startDate),
      endTime: end ?? null,
      hours: hours ?? null,
      topic: topic ?? null,
    }
  })
}
