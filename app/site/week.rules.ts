import type { OfficeClosure, OpenSpan } from '../content/settings.rules'
import { capitalize, listInWords } from '../italian/words'

export const WEEKDAYS_FROM_MONDAY = [
  'lunedì',
  'martedì',
  'mercoledì',
  'giovedì',
  'venerdì',
  'sabato',
  'domenica',
]

/** A closure or a public holiday is announced from so many days before its first day. */
export const ANNOUNCEMENT_DAYS = 60

export type ClosedPeriod = Pick<OfficeClosure, 'from' | 'to' | 'yearly'>

/** Returns the open days of a week (from Monday) with their hours; successive days with equal hours are one entry. */
export function openDays(week: readonly OpenSpan[][]): { days: string; spans: OpenSpan[] }[] {
  const groups: { first: number; last: number; spans: OpenSpan[] }[] = []
  for (const [day, spans] of week.entries()) {
    const lastGroup = groups.at(-1)
    if (spans.length === 0) continue
    if (lastGroup?.last === day - 1 && JSON.stringify(lastGroup.spans) === JSON.stringify(spans))
      lastGroup.last = day
    else groups.push({ first: day, last: day, spans })
  }
  return groups.map(({ first, last, spans }) => ({ days: daysInWords(first, last), spans }))
}

function daysInWords(first: number, last: number): string {
  const [from = '', to = ''] = [WEEKDAYS_FROM_MONDAY[first], WEEKDAYS_FROM_MONDAY[last]]
  if (first === last) return capitalize(from)
  return `${capitalize(from)}${last === first + 1 ? ' e ' : '-'}${to}`
}

/** Says on which days the office is closed: 'Sabato e domenica chiusa'; '' if it opens every day. */
export function closedDaysInWords(week: readonly OpenSpan[][]): string {
  const closedDays = WEEKDAYS_FROM_MONDAY.filter((_, day) => week[day]?.length === 0)
  return closedDays.length > 0 ? `${capitalize(listInWords(closedDays))} chiusa` : ''
}

/** Whether a closure covers a day (YYYY-MM-DD). A yearly one may pass from December into January. */
export function isWithin(day: string, { from, to, yearly }: ClosedPeriod): boolean {
  if (!yearly) return from <= day && day <= to
  const [first, last, date] = [from.slice(5), to.slice(5), day.slice(5)]
  return first <= last ? first <= date && date <= last : date >= first || date <= last
}
