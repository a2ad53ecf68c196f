import { addDays, formatISO, parseISO } from 'date-fns'

/** Returns the day that is so many days after another, or before it for a negative number. Both YYYY-MM-DD. */
export function plusDays(day: string, days: number): string {
  return formatISO(addDays(parseISO(day), days), { representation: 'date' })
}
