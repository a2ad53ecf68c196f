import type { OfficeHours, OpenSpan } from '../content/settings.rules'
import { capitalize } from '../italian/words'
import { tidy } from '../parsing/text.rules'
import { minutesOf, readTime } from '../parsing/times.rules'
import { WEEKDAYS_FROM_MONDAY } from '../site/week.rules'

type Texts = Record<string, string>

/** The names of the four times of a day, as a field and its error have them after the name of the day. */
export const DAY_TIMES = ['apre', 'chiude', 'riapre', 'chiude la sera']
/** The field name of a time. `day`: 0 is Monday; `time`: index in `DAY_TIMES`. */
export const timeField = (day: number, time: number) => `giorno-${day}-${time}`
const DAYS = [...WEEKDAYS_FROM_MONDAY.keys()]
const TIMES = [...DAY_TIMES.keys()]
/** The opening and closing time of each span, as indexes in `DAY_TIMES`. */
const SPAN_TIMES = [
  [0, 1],
  [2, 3],
] as const

/** How the save bar names the field of a time: by its day alone. */
export const WEEK_LABELS: Texts = Object.fromEntries(
  DAYS.flatMap((day) =>
    TIMES.map((time) => [timeField(day, time), capitalize(WEEKDAYS_FROM_MONDAY[day] ?? '')]),
  ),
)

/** Reads the form of the week; the value keeps the stored closures. A day without times is closed. */
export function readWeek(text: Texts, stored: OfficeHours): { value: OfficeHours; errors: Texts } {
  const errors: Texts = {}
  const week = DAYS.map((day) => {
    let timeBefore = ''
    const read = (place: number) => {
      const field = timeField(day, place)
      const typed = text[field] ?? ''
      const time = readTime(typed)
      if (tidy(typed) && !time) errors[field] = 'Scrivi un’ora, per esempio 8:30'
      else if (time && timeBefore && minutesOf(timeBefore) >= minutesOf(time))
        errors[field] = `Deve venire dopo le ${timeBefore}`
      timeBefore = time ?? timeBefore
      return time
    }
    return SPAN_TIMES.flatMap(([opens, closes]): OpenSpan[] => {
      const [from, to] = [read(opens), read(closes)]
      if (from && to) return [{ from, to }]
      const missing = from ? closes : opens
      if (from || to) errors[timeField(day, missing)] ??= 'Manca quest’ora'
      return []
    })
  })
  if (week.every((spans) => spans.length === 0))
    errors[timeField(0, 0)] ??= 'La segreteria apre almeno un giorno: da qui il sito calcola quando risponde'
  return { value: { ...stored, week }, errors }
}

/** Returns the texts with which the form shows the stored week. */
export function writeWeek({ week }: OfficeHours): Texts {
  const texts = DAYS.flatMap((day) => {
    const times = (week[day] ?? []).flatMap(({ from, to }) => [from, to])
    return TIMES.map((time) => [timeField(day, time), times[time] ?? ''])
  })
  return Object.fromEntries(texts)
}

/** Whether all times of a day are empty in the form. */
export const isClosedDay = (text: Texts, day: number) => TIMES.every((time) => !text[timeField(day, time)])

/** The times that the button 'Apri' gives a day if no day before it is open. */
const DEFAULT_DAY_TIMES = ['9:00', '13:00', '', '']

/**
 * Returns the form after a button: 'copia:0' copies the times of Monday to Tuesday, 'apri:5' gives Saturday the times
 * of the last open day before it, 'chiudi:5' empties Saturday. Null for another button.
 */
export function editWeek(text: Texts, button: string): Texts | null {
  const [act, number] = button.split(':')
  const day = DAYS.findIndex((known) => String(known) === number)
  if (!['copia', 'apri', 'chiudi'].includes(act ?? '') || day < 0) return null
  const withTimes = (target: number, times: string[]) => ({
    ...text,
    ...Object.fromEntries(TIMES.map((time) => [timeField(target, time), times[time] ?? ''])),
  })
  const timesOf = (source: number) => TIMES.map((time) => text[timeField(source, time)] ?? '')
  if (act === 'copia') return withTimes(Math.min(day + 1, DAYS.length - 1), timesOf(day))
  if (act === 'chiudi') return withTimes(day, [])
  const openDayBefore = DAYS.slice(0, day).findLast((earlier) => !isClosedDay(text, earlier))
  return withTimes(day, openDayBefore === undefined ? DEFAULT_DAY_TIMES : timesOf(openDayBefore))
}

/** The error of a week or closure with which the office would stay closed for a year. */
export const NEVER_OPEN =
  'Così la segreteria resterebbe chiusa per un anno: il sito non saprebbe quando riapre'
