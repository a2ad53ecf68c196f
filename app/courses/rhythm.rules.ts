import { millisecondsInDay } from 'date-fns/constants'
import { formatTime } from '../italian/times'
import { type Format, isAtOwnPace } from './rules'

/** Days are YYYY-MM-DD, times HH:MM or HH:MM:SS in Italy. */
type Session = { startDate: string; endDate: string; startTime: string | null; endTime: string | null }

const SINGULAR = ['domenica', 'lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato']
const PLURAL = ['domeniche', 'lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabati']
const WEEKEND = [5, 6, 0]

const weekdayOf = (day: string) => new Date(`${day}T12:00Z`).getUTCDay()

/**
 * '5 sabati, 9:00–18:00', '3 fine settimana', '8 martedì, 18:30–21:30', '4 incontri', '3 giorni'; null without sessions
 * and for lessons at one's own pace. Times only if every session has the same.
 */
export function rhythmOf(sessions: readonly Session[], format: Format | null = null): string | null {
  const [first] = sessions
  if (!first || isAtOwnPace({ format })) return null
  const times = new Set(
    sessions.map(({ startTime, endTime }) => startTime && endTime && span(startTime, endTime)),
  )
  const [time] = times
  return [meetings(sessions), times.size === 1 && time].filter(Boolean).join(', ')
}

const span = (from: string, to: string) => `${formatTime(from)}–${formatTime(to)}`

function meetings(sessions: readonly Session[]): string {
  const days = sessions.map(({ startDate }) => weekdayOf(startDate))
  const [day = 0] = days
  const single = sessions.every(({ startDate, endDate }) => startDate === endDate)
  const weeks = new Set(sessions.map(({ startDate }) => weekOf(startDate))).size
  if (single && new Set(days).size === 1)
    return days.length === 1 ? `un${day === 0 ? 'a' : ''} ${SINGULAR[day]}` : `${days.length} ${PLURAL[day]}`
  if (days.every((day) => WEEKEND.includes(day)))
    return weeks === 1 ? 'un fine settimana' : `${weeks} fine settimana`
  if (days.length > 1) return `${days.length} incontri`
  const [{ startDate, endDate } = { startDate: '', endDate: '' }] = sessions
  return `${dayNumber(endDate) - dayNumber(startDate) + 1} giorni`
}

const dayNumber = (day: string) => Date.parse(`${day}T00:00Z`) / millisecondsInDay

const weekOf = (day: string) => Math.floor((dayNumber(day) + 3) / 7)
