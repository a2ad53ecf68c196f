import { normalForm } from './text.rules'

/** Tokens of dates and times in a line; `sessions.rules.ts` combines them. */

/** A day without a month, or an hour without minutes, is a number. */
export type Token =
  | { kind: 'date'; day: number; month: number; year?: number }
  | { kind: 'number'; value: number }
  | { kind: 'hours'; value: number }
  | { kind: 'time'; value: string }
  | { kind: 'to' | 'and' }

const MONTHS = ['gen', 'feb', 'mar', 'apr', 'mag', 'giu', 'lug', 'ago', 'set', 'ott', 'nov', 'dic']
const MONTH =
  '(gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|gen|feb|mar|apr|mag|giu|lug|ago|sett?|ott|nov|dic)'
const FILLER =
  /[\s,;:().°]+|(?:luned[iì]|marted[iì]|mercoled[iì]|gioved[iì]|venerd[iì]|sabato|domenica|lun|mar|mer|gio|ven|sab|dom|il|i|l|le|di|del|dal|dalle|da|dell|ore|ora|orario|h|giorno|giorni|sessione \d+|lezione \d+|incontro \d+|modulo \d+)(?![\p{L}\d])['’]?/uy

/** ISO 8601 up to ±14:00, after 'T' or seconds: '2026-12-19 14:00-18:00' has no zone. */
const ZONE = '((?<=t[\\d:.]{1,20}|:\\d\\d:[\\d.]{1,12})(?:z|[+-](?:(?:0\\d|1[0-3]):?[0-5]\\d|14:?00)))'

/** Tried in this order at each place; a string is an error. */
const FORMS: [RegExp, (parts: string[]) => Token[] | string][] = [
  [
    new RegExp(
      `(\\d{4})-(\\d{1,2})-(\\d{1,2})(?:[t ](\\d{1,2}:\\d{2})(?::\\d{2}(?:\\.\\d{1,9})?)?${ZONE}?(?![\\d:]))?`,
      'y',
    ),
    ([whole = '', year, month, date, time, zone]) => {
      const day = { kind: 'date', day: Number(date), month: Number(month), year: Number(year) } as const
      if (zone) return inItaly(whole, day)
      return time ? [day, timeToken(time)] : [day]
    },
  ],
  [
    /(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/y,
    ([, date, , month, year]) => [
      { kind: 'date', day: Number(date), month: Number(month), year: fullYear(year) },
    ],
  ],
  [
    new RegExp(
      `(\\d{1,2})[°º]? *(?:di +)?${MONTH}(?!\\p{L})\\.?(?: *(?:del +)?(\\d{4}|['’]\\d{2})(?!\\d))?`,
      'uy',
    ),
    ([, date, month = '', year]) => [
      {
        kind: 'date',
        day: Number(date),
        month: MONTHS.indexOf(month.slice(0, 3)) + 1,
        ...(year && { year: fullYear(year.replace(/\D/, '')) }),
      },
    ],
  ],
  [
    /(\d{1,2})\/(\d{1,2})(?![\d/])/y,
    ([, date, month]) => [{ kind: 'date', day: Number(date), month: Number(month) }],
  ],
  [
    /(?<!\d[.,])(\d{1,4}(?:[.,]\d{1,2})?) *(?:ore|ora|h)(?![\p{L}\d])/uy,
    ([, hours = '']) => [{ kind: 'hours', value: Number(hours.replace(',', '.')) }],
  ],
  [/\d{1,2}[:.h]\d{2}(?!\d)/y, ([time = '']) => [timeToken(time)]],
  [/\d{1,2}(?!\d)/y, ([value]) => [{ kind: 'number', value: Number(value) }]],
  [/(?:fino +)?(?:all?e|all|al|a)(?!\p{L})['’]?|[-/→]/uy, () => [{ kind: 'to' }]],
  [/(?:e|ed)(?!\p{L})|\+/uy, () => [{ kind: 'and' }]],
]

function timeToken(text: string): Token {
  return { kind: 'time', value: text.replace(/[.h]/, ':').padStart(5, '0') }
}
function fullYear(year = ''): number {
  return year.length === 2 ? 2000 + Number(year) : Number(year)
}

/** The tokens, or an error that names the first unknown word. */
export function tokensOf(line: string): Token[] | string {
  const text = normalForm(line.replaceAll('º', '°'), 'NFKC')
    .toLowerCase()
    .replace(/[‐-―−]/g, '-')
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const found = FORMS.map(([form, make]) => ({ parts: matchAt(form, text, at), make })).find(
      ({ parts }) => parts,
    )
    const skipped = matchAt(FILLER, text, at)
    const made = found?.parts && found.make(found.parts)
    if (typeof made === 'string') return made
    if (made) tokens.push(...made)
    else if (!skipped) return `non capisco «${text.slice(at).match(/^\S{1,30}/u)?.[0] ?? text.charAt(at)}»`
    at += (found?.parts ?? skipped)?.[0]?.length ?? 1
  }
  return tokens
}

function matchAt(form: RegExp, text: string, at: number): RegExpExecArray | null {
  form.lastIndex = at
  return form.exec(text)
}

/** An instant in Italian time; midnight UTC is a day alone. */
function inItaly(written: string, day: Token & { kind: 'date'; year: number }): Token[] | string {
  if (/t00:00(:00(\.0+)?)?z$/.test(written)) return [day]
  const instant = new Date(written.toUpperCase().replace(' ', 'T'))
  if (Number.isNaN(instant.getTime())) return `non capisco «${written}»`
  const [there, time = ''] = instant.toLocaleString('sv-SE', { timeZone: 'Europe/Rome' }).split(' ')
  if (there !== isoDay(day)) return 'il fuso orario cambia il giorno: scrivi il giorno e l’ora in Italia'
  return [day, timeToken(time.slice(0, 5))]
}

/** YYYY-MM-DD; undefined for impossible days and remote years. */
export function isoDay({
  day,
  month,
  year,
}: {
  day: number
  month: number
  year: number
}): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 2000 && year < 2100
  return exists ? date.toISOString().slice(0, 10) : undefined
}

/** One day: '31/12/2026', '31 dicembre 2026', '2026-12-31'. Null for an empty text. */
export function readDay(text: string): { value: string | null } | { problem: string } {
  if (text.trim() === '') return { value: null }
  const tokens = tokensOf(text)
  const [date] = tokens
  const known = typeof date === 'object' && date.kind === 'date' && date.year ? date : undefined
  const day = tokens.length === 1 && known?.year ? isoDay({ ...known, year: known.year }) : undefined
  return day ? { value: day } : { problem: 'scrivi giorno, mese e anno, come 31/12/2026' }
}
