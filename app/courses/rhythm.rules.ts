import { differenceInCalendarDays, parseISO, startOfISOWeek } from 'date-fns'
import { formatDate } from '../italian/dates'
import { countInWords } from '../italian/numbers'
import { formatTimes } from '../italian/times'
import { type Format, isAtOwnPace } from './rules'

/** Days are YYYY-MM-DD, times HH:MM or HH:MM:SS in Italy. */
type Session = { startDate: string; endDate: string; startTime: string | null; endTime: string | null }

/** The other weekdays are the same in the plural. */
const PLURALS: Record<string, string> = { sabato: 'sabati', domenica: 'domeniche' }
const WEEKEND = ['venerdì', 'sabato', 'domenica']

/**
 * When the sessions of a course take place, in words: 'cinque sabati, 9:00–18:00', 'tre fine settimana', 'quattro
 * incontri'. Times are given only if all sessions share them. Null without sessions or for lessons at one's own pace.
 */
export function rhythmOf(sessions: readonly Session[], format: Format | null = null): string | null {
  if (sessions.length === 0 || isAtOwnPace({ format })) return null
  const times = new Set(
    sessions.map(({ startTime, endTime }) => startTime && endTime && formatTimes(startTime, endTime)),
  )
  const [time] = times
  return [meetingsInWords(sessions), times.size === 1 && time].filter(Boolean).join(', ')
}

/**
 * Counts the days on which sessions begin by what they have in common: 'cinque sabati', else 'tre fine settimana', else
 * 'quattro incontri'. Sessions of several days that begin on one day are counted by their days, 'tre giorni'.
 */
function meetingsInWords(sessions: readonly Session[]): string {
  const days = [...new Set(sessions.map(({ startDate }) => startDate))]
  const weekdays = days.map((day) => formatDate(day, 'EEEE'))
  const [weekday = ''] = weekdays
  const eachIsOneDay = sessions.every(({ startDate, endDate }) => startDate === endDate)
  const weeks = new Set(days.map(weekOf)).size
  if (eachIsOneDay && new Set(weekdays).size === 1)
    return countInWords(
      days.length,
      `${weekday === 'domenica' ? 'una' : 'un'} ${weekday}`,
      PLURALS[weekday] ?? weekday,
    )
  const endsInItsWeek = sessions.every(({ startDate, endDate }) => weekOf(startDate) === weekOf(endDate))
  if (endsInItsWeek && weekdays.every((weekday) => WEEKEND.includes(weekday)))
    return countInWords(weeks, 'un fine settimana', 'fine settimana')
  if (days.length > 1) return countInWords(days.length, 'un incontro', 'incontri')
  const lengths = sessions.map(({ startDate, endDate }) => differenceInCalendarDays(endDate, startDate) + 1)
  return countInWords(Math.max(...lengths), 'un giorno', 'giorni')
}

/** The week of a day, from Monday on. */
const weekOf = (day: string) => startOfISOWeek(parseISO(day)).getTime()
