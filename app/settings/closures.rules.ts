import { millisecondsInDay } from 'date-fns/constants'
import type { OfficeClosure, OfficeHours, OfficeLocation } from '../content/settings.rules'
import { withArticle } from '../italian/articles'
import { formatDate, writeDay } from '../italian/dates'
import { plusDays } from '../italian/days'
import { capitalize } from '../italian/words'
import { readDay } from '../parsing/dates.rules'
import { tidy, tooLong } from '../parsing/text.rules'
import { ANNOUNCEMENT_DAYS, type ClosedPeriod, isWithin } from '../site/week.rules'

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
export const CLOSURE_NAME_MAX = 60
const MOST_CLOSURES = 40
/** Most days of a closure, the first and the last included. */
const MOST_CLOSURE_DAYS = 365

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
  if (name.length > CLOSURE_NAME_MAX) errors.name = tooLong(CLOSURE_NAME_MAX, name.length)
  const readField = (field: 'from' | 'to') => {
    const read = readDay(text[field] ?? '')
    if ('problem' in read) errors[field] = capitalize(read.problem)
    return 'value' in read ? read.value : null
  }
  const from = readField('from') ?? ''
  const to = readField('to') ?? from
  if (!from) errors.from ??= 'Scrivi il primo giorno'
  const yearly = text.repeats === 'yearly'
  const isBackwards = from > to
  if (isBackwards)
    errors.to ??= `Finisce prima di cominciare${yearly ? ': se passa Capodanno, scrivi l’anno dopo' : ''}`
  else if (to && to < today && !yearly)
    errors[text.to ? 'to' : 'from'] ??= 'È già passata: il sito non la mostrerebbe'
  else if (Date.parse(to) - Date.parse(from) >= MOST_CLOSURE_DAYS * millisecondsInDay)
    errors.to ??= 'Una chiusura dura meno di un anno'
  const office = offices.find((known) => known.id === text.office)?.id ?? null
  if (text.office && !office) errors.office = 'Questa sede non c’è più'
  const others = closures.filter((closure) => closure.id !== id)
  if (others.length === closures.length && closures.length >= MOST_CLOSURES)
    errors.name ??= `Le chiusure sono già ${MOST_CLOSURES}: elimina quelle passate`
  const value = { id, name, from, to, yearly, office }
  const hasNoErrors = Object.keys(errors).length === 0
  const overlapping =
    hasNoErrors && others.find((closure) => closure.office === office && overlaps(value, closure))
  if (overlapping)
    errors.from = `Questi giorni sono già in «${overlapping.name}», ${closureDaysInWords(overlapping)}`
  return { value, errors }
}

/** Returns the texts with which the form shows a stored closure; an empty form for an unknown id. */
export function writeClosure({ closures }: OfficeHours, id: string): Record<ClosureField, string> {
  const closure = closures.find((stored) => stored.id === id)
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

/** Whether two closures share a day. */
export function overlaps(closure: ClosedPeriod, other: ClosedPeriod): boolean {
  // Of two yearly ones the first day of one is in the other; counting days would miss 29 February.
  if (closure.yearly && other.yearly) return isWithin(closure.from, other) || isWithin(other.from, closure)
  // If only one of them is yearly, its days are compared with the dated days of the other.
  const [days, period] = closure.yearly && !other.yearly ? [other, closure] : [closure, other]
  for (let day = days.from; day <= days.to; day = plusDays(day, 1)) if (isWithin(day, period)) return true
  return false
}

/** '24 dicembre – 6 gennaio, ogni anno', '31 maggio – 2 giugno 2027'. */
export function closureDaysInWords({ from, to, yearly }: ClosedPeriod): string {
  const lastPattern = yearly ? 'd MMMM' : 'd MMMM yyyy'
  const isWithinYear = from.slice(0, 4) === to.slice(0, 4)
  const days =
    from === to
      ? formatDate(from, lastPattern)
      : `${formatDate(from, yearly || isWithinYear ? 'd MMMM' : 'd MMMM yyyy')} – ${formatDate(to, lastPattern)}`
  return yearly ? `${days}, ogni anno` : days
}

/** Says how the site announces a closure of the whole school, and when offers end that would expire in it. */
export const closureEffects = ({ to }: Pick<OfficeClosure, 'to'>): string =>
  `Il sito lo dice da ${ANNOUNCEMENT_DAYS} giorni prima; le offerte di un posto che scadrebbero in questi giorni scadono ${withArticle('dal', formatDate(plusDays(to, 1), 'd MMMM'))}`
