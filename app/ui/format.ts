const zone = { timeZone: 'Europe/Rome' }
const clock = new Intl.DateTimeFormat('sv-SE', { ...zone, dateStyle: 'short', timeStyle: 'medium' })

function inWords(options: Intl.DateTimeFormatOptions) {
  const words = new Intl.DateTimeFormat('it-IT', { ...zone, ...options })
  return (instant: Date) => words.format(instant)
}
const WORDS: Record<string, (instant: Date) => string> = {
  EEEE: inWords({ weekday: 'long' }),
  EEE: inWords({ weekday: 'short' }),
  MMMM: inWords({ month: 'long' }),
  MMM: inWords({ month: 'short' }),
}

const euro = new Intl.NumberFormat('it-IT', { style: 'currency', currency: 'EUR', useGrouping: 'always' })
const amount = new Intl.NumberFormat('it-IT', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: 'always',
})
const number = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 2 })

/**
 * Formats a date in Italian. Pattern: EEEE EEE dd d MMMM MMM MM yyyy HH mm ss. `value`: a date (YYYY-MM-DD) or an
 * instant, shown in Italian time. Own code: the locale of date-fns adds 5 KB to every page.
 */
export function formatDate(value: string | Date | null | undefined, pattern: string, fallback = ''): string {
  if (!value) return fallback
  const instant = typeof value === 'string' ? new Date(`${value}T12:00Z`) : value
  if (Number.isNaN(instant.getTime())) return fallback
  const written = typeof value === 'string' ? value : clock.format(instant)
  const [yyyy = '', MM = '', dd = '', HH = '', mm = '', ss = ''] = written.split(/\D/)
  // 'martedì 1º dicembre', but '1 dicembre 2026' alone.
  const d = dd === '01' && pattern.startsWith('EEEE d MMMM') ? '1º' : String(Number(dd))
  const figures: Record<string, string> = { yyyy, MM, dd, d, HH, mm, ss }
  return pattern.replace(
    /EEEE?|MMMM?|MM|dd?|yyyy|HH|mm|ss/g,
    (part) => figures[part] ?? WORDS[part]?.(instant) ?? part,
  )
}

/** After 'entro': 'le 10:00 di giovedì 26 novembre' */
export function formatDeadline(moment: Date): string {
  return `le ${formatDate(moment, 'HH:mm')} di ${formatDate(moment, 'EEEE d MMMM')}`
}

/** 'giovedì 26 novembre alle 10:00' */
export function formatMoment(moment: Date): string {
  return `${formatDate(moment, 'EEEE d MMMM')} alle ${formatDate(moment, 'HH:mm')}`
}

const FREE = 'Gratuito'

/** 1250 → '1.250,00 €' (no-break space). Every amount of the site is a price: 0 → 'Gratuito'. */
export function formatMoney(euros: number): string {
  return euros === 0 ? FREE : euro.format(euros)
}

/** 1250 → '1.250,00', for a column that has the sign in its head. */
export function formatMoneyPlain(euros: number): string {
  return euros === 0 ? FREE : amount.format(euros)
}

/** 8 → '8 ore', 1 → '1 ora', 7.5 → '7,5 ore'. */
export function formatHours(hours: number): string {
  return `${number.format(hours)} ${hours === 1 ? 'ora' : 'ore'}`
}

/** 1, 'corso', 'corsi' → '1 corso'. */
export function formatCount(count: number, one: string, many: string): string {
  return `${number.format(count)} ${count === 1 ? one : many}`
}

/** '+39 0736/12.34.56' → 'tel:+390736123456' */
export function telLink(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '').replace(/(?!^)\+/g, '')}`
}
