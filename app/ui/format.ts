import { format, isValid } from 'date-fns'
import { it } from 'date-fns/locale'

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Rome',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** '2026-11-21T12:00:00': what clocks in Italy show at this instant; '' for an invalid one. */
function clockInItaly(instant: Date): string {
  return Number.isNaN(instant.getTime()) ? '' : clock.format(instant).replace(' ', 'T')
}

const euro = new Intl.NumberFormat('it-IT', { style: 'currency', currency: 'EUR', useGrouping: 'always' })
const amount = new Intl.NumberFormat('it-IT', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: 'always',
})
const number = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 2 })

/**
 * A date in Italian words or figures. `value` is either a date-only string (YYYY-MM-DD, never shifted by a
 * time zone) or an instant, shown as it is in Italy. Missing or invalid gives `fallback`.
 */
export function formatDate(value: string | Date | null | undefined, pattern: string, fallback = ''): string {
  if (!value) return fallback
  const date = new Date(typeof value === 'string' ? `${value}T00:00` : clockInItaly(value))
  return isValid(date) ? format(date, pattern, { locale: it }) : fallback
}

/** 1250 → '1.250,00 €' (with a no-break space, as it-IT writes it). */
export function formatMoney(euros: number): string {
  return euro.format(euros)
}

/** 1250 → '1.250,00', for columns whose head already says euro. */
export function formatMoneyPlain(euros: number): string {
  return amount.format(euros)
}

/** 8 → '8 ore', 1 → '1 ora', 7.5 → '7,5 ore'. */
export function formatHours(hours: number): string {
  return `${number.format(hours)} ${hours === 1 ? 'ora' : 'ore'}`
}

/** 1, 'corso', 'corsi' → '1 corso'. */
export function formatCount(count: number, one: string, many: string): string {
  return `${number.format(count)} ${count === 1 ? one : many}`
}
