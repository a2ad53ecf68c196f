import { millisecondsInDay } from 'date-fns/constants'
import type { OfficeClosure, OfficeHours, OfficeLocation, OpenSpan } from '../content/settings.rules'
import { withArticle } from '../italian/articles'
import { formatDate, writeDay } from '../italian/dates'
import { capitalize } from '../italian/words'
import { readDay } from '../parsing/dates.rules'
import { tidy, tooLong } from '../parsing/text.rules'
import { minutesOf, readTime } from '../parsing/times.rules'
import { dayAfter, overlaps, WEEKDAYS_FROM_MONDAY } from '../site/week.rules'

type Texts = Record<string, string>

// ── The week ────────────────────────────────────────────────────────────────────────────────────────

/** The four times of a day, in the words that a field and its error have after the name of the day. */
export const DAY_TIMES = ['apre', 'chiude', 'riapre', 'chiude la sera']
/** The field name of a time. `day`: 0 is Monday; `time`: place in `DAY_TIMES`. */
export const timeField = (day: number, time: number) => `giorno-${day}-${time}`
const DAYS = [...WEEKDAYS_FROM_MONDAY.keys()]
const TIMES = [...DAY_TIMES.keys()]
/** The opening and closing time of each span, as places in `DAY_TIMES`. */
const SPANS = [
  [0, 1],
  [2, 3],
] as const

/** How the save bar names the field of a time: by its day alone. */
export const WEEK_LABELS: Texts = Object.fromEntries(
  DAYS.flatMap((day) => TIMES.map((time) => [timeField(day, time), capitalize(WEEKDAYS_FROM_MONDAY[day] ?? '')])),
)

/** Reads the form of the week and keeps the stored closures. A day without times is closed. */
export function readWeek(text: Texts, stored: OfficeHours): { value: OfficeHours; errors: Texts } {
  const errors: Texts = {}
  const week = DAYS.map((day) => {
    let former = ''
    const read = (time: number) => {
      const field = timeField(day, time)
      const typed = text[field] ?? ''
      const found = readTime(typed)
      if (tidy(typed) && !found) errors[field] = 'Scrivi un’ora, per esempio 8:30'
      else if (found && former && minutesOf(former) >= minutesOf(found))
        errors[field] = `Viene dopo le ${former}`
      former = found ?? former
      return found
    }
    return SPANS.flatMap(([opens, closes]): OpenSpan[] => {
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

/** The times of a day that is opened while no day before it is open. */
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
  const model = DAYS.slice(0, day).findLast((before) => !isClosedDay(text, before))
  return withTimes(day, model === undefined ? DEFAULT_DAY_TIMES : timesOf(model))
}

// ── Closures ────────────────────────────────────────────────────────────────────────────────────────

export const CLOSURE_LABELS = {
  name: 'Nome',
  from: 'Dal',
  to: 'Al',
  repeats: 'Quando',
  office: 'Chi chiude',
}
type ClosureField = keyof typeof CLOSURE_LABELS
type ClosureText = Partial<Record<ClosureField, string>>

/** Most characters of the name of a closure. */
export const CLOSURE_MOST = 60
export const MOST_CLOSURES = 40
const MOST_CLOSURE_DAYS = 365
/** The error of a week or closure with which the office would stay closed for a year. */
export const NEVER_OPEN =
  'Così la segreteria resterebbe chiusa per un anno: il sito non saprebbe quando riapre'

/**
 * Reads the form of a closure. `id`: the closure that the form is about; an id that is not stored adds a closure.
 * `today`: YYYY-MM-DD; a closure that ends before it is refused, unless it is yearly. The value is only fit to be
 * stored without `errors`.
 */
export function readClosure(
  text: ClosureText,
  { closures }: OfficeHours,
  offices: OfficeLocation[],
  id: string,
  today: string,
): { value: OfficeClosure; errors: ClosureText } {
  const errors: ClosureText = {}
  const name = tidy(text.name ?? '')
  if (!name) errors.name = 'Serve: il sito dice per che cosa è chiusa'
  if (name.length > CLOSURE_MOST) errors.name = tooLong(CLOSURE_MOST, name.length)
  const dayIn = (field: 'from' | 'to') => {
    const read = readDay(text[field] ?? '')
    if ('problem' in read) errors[field] = capitalize(read.problem)
    return 'value' in read ? read.value : null
  }
  const from = dayIn('from') ?? ''
  const to = dayIn('to') ?? from
  if (!from) errors.from ??= 'Scrivi il primo giorno'
  const yearly = text.repeats === 'yearly'
  const isBackwards = from > to
  if (isBackwards)
    errors.to ??= `Finisce prima di cominciare${yearly ? ': se passa Capodanno, scrivi l’anno dopo' : ''}`
  else if (to && to < today && !yearly)
    errors[text.to ? 'to' : 'from'] ??= 'È già passata: il sito non la mostrerebbe'
  else if (Date.parse(to) - Date.parse(from) >= MOST_CLOSURE_DAYS * millisecondsInDay)
    errors.to ??= 'Una chiusura dura meno di un anno'
  const office = offices.find((other) => other.id === text.office)?.id ?? null
  if (text.office && !office) errors.office = 'Questa sede non c’è più'
  const others = closures.filter((closure) => closure.id !== id)
  if (others.length === closures.length && closures.length >= MOST_CLOSURES)
    errors.name ??= `Le chiusure sono già ${MOST_CLOSURES}: elimina quelle passate`
  const value = { id, name, from, to, yearly, office }
  const isRead = Object.keys(errors).length === 0
  const other = isRead && others.find((closure) => closure.office === office && overlaps(value, closure))
  if (other) errors.from = `Questi giorni sono già in «${other.name}», ${closureDays(other)}`
  return { value, errors }
}

/** Returns the texts with which the form shows a stored closure; an empty form for an unknown id. */
export function writeClosure({ closures }: OfficeHours, id: string): Record<ClosureField, string> {
  const closure = closures.find((other) => other.id === id)
  if (!closure) return { name: '', from: '', to: '', repeats: 'once', office: '' }
  const { name, from, to, yearly, office } = closure
  return {
    name,
    from: writeDay(from),
    to: to === from ? '' : writeDay(to),
    repeats: yearly ? 'yearly' : 'once',
    office: office ?? '',
  }
}

/** '24 dicembre – 6 gennaio, ogni anno', '31 maggio – 2 giugno 2027'. */
export function closureDays({ from, to, yearly }: Pick<OfficeClosure, 'from' | 'to' | 'yearly'>): string {
  const lastPattern = yearly ? 'd MMMM' : 'd MMMM yyyy'
  const isWithinYear = from.slice(0, 4) === to.slice(0, 4)
  const days =
    from === to
      ? formatDate(from, lastPattern)
      : `${formatDate(from, yearly || isWithinYear ? 'd MMMM' : 'd MMMM yyyy')} – ${formatDate(to, lastPattern)}`
  return yearly ? `${days}, ogni anno` : days
}

/** Says what else a closure of the whole school changes on the site. */
export const afterClosure = ({ to }: Pick<OfficeClosure, 'to'>): string =>
  `Il sito lo dice da 60 giorni prima; le offerte di un posto che scadrebbero in questi giorni scadono ${withArticle('dal', formatDate(dayAfter(to), 'd MMMM'))}`
