import { millisecondsInMinute } from 'date-fns/constants'
import { formatCount, formatHours } from './numbers'

/**
 * A length of time, rounded down to minutes, from one hour on to hours, from 48 hours on to days: 90 minutes → '1 ora'.
 * Below a minute: 'meno di un minuto'.
 */
export function formatSpan(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / millisecondsInMinute)
  if (minutes < 1) return 'meno di un minuto'
  if (minutes < 60) return formatCount(minutes, 'minuto', 'minuti')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? formatHours(hours) : `${Math.floor(hours / 24)} giorni`
}

/** 830 → '13 ore e 50 minuti', 480 → '8 ore', 50 → '50 minuti', 0 → '0 ore'. */
export function formatMinutes(minutes: number): string {
  const [hours, remainingMinutes] = [Math.floor(minutes / 60), minutes % 60]
  const parts = [
    hours > 0 && formatHours(hours),
    remainingMinutes > 0 && formatCount(remainingMinutes, 'minuto', 'minuti'),
  ]
  return parts.filter(Boolean).join(' e ') || formatHours(0)
}
