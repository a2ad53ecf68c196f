export const TIME_ZONE = 'Europe/Rome'

const italian = { timeZone: TIME_ZONE }
/** Swedish is the locale that writes an instant in ISO order, '2026-11-26 10:00:00'; here in Italian time. */
const isoClock = new Intl.DateTimeFormat('sv-SE', { ...italian, dateStyle: 'short', timeStyle: 'medium' })

function formatWith(options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat('it-IT', { ...italian, ...options })
  return (instant: Date) => format.format(instant)
}
const WORDS: Record<string, (instant: Date) => string> = {
  EEEE: formatWith({ weekday: 'long' }),
  EEE: formatWith({ weekday: 'short' }),
  MMMM: formatWith({ month: 'long' }),
  MMM: formatWith({ month: 'short' }),
}

/**
 * Formats a date in Italian. Pattern: EEEE EEE dd d MMMM MMM MM yyyy yy HH mm ss. `value`: a date (YYYY-MM-DD) or an
 * instant, shown in Italian time; `fallback`: for an empty or invalid value. Without the locale of date-fns, which
 * would add 5 KB to every page.
 */
export function formatDate(value: string | Date | null | undefined, pattern: string, fallback = ''): string {
  if (!value) return fallback
  const instant = typeof value === 'string' ? new Date(`${value}T12:00Z`) : value
  if (Number.isNaN(instant.getTime())) return fallback
  const isoText = typeof value === 'string' ? value : isoClock.format(instant)
  const [yyyy = '', MM = '', dd = '', HH = '', mm = '', ss = ''] = isoText.split(/\D/)
  // 'martedì 1º dicembre', but '1 dicembre 2026' alone.
  const d = dd === '01' && pattern.startsWith('EEEE d MMMM') ? '1º' : String(Number(dd))
  const figures: Record<string, string> = { yyyy, yy: yyyy.slice(2), MM, dd, d, HH, mm, ss }
  return pattern.replace(
    /EEEE?|MMMM?|MM|dd?|yyyy|yy|HH|mm|ss/g,
    (part) => figures[part] ?? WORDS[part]?.(instant) ?? part,
  )
}

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  return /^[12]\d{3}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) === true
}

/** '26/11/2026', the form that fields and spreadsheets read. `day`: YYYY-MM-DD. */
export function writeDay(day: string): string {
  return formatDate(day, 'dd/MM/yyyy')
}

/** Whether two days, YYYY-MM-DD, are in the same year: then the first of them needs no year beside the second. */
export function isSameYear(day: string, other: string): boolean {
  return day.slice(0, 4) === other.slice(0, 4)
}
