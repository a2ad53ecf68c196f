import { withArticle } from './articles'
import { formatDate, isSameYear } from './dates'

/** '23 gen – 20 feb 2027', '6 mar 2027', '28 dic 2026 – 9 gen 2027'; '' without days. Days: YYYY-MM-DD. */
export function formatPeriod(first: string | null, last: string | null): string {
  const [from, to] = [first ?? last, last ?? first]
  if (!from || !to) return ''
  const end = formatDate(to, 'd MMM yyyy')
  if (from === to) return end
  return `${formatDate(from, isSameYear(from, to) ? 'd MMM' : 'd MMM yyyy')} – ${end}`
}

/** 'dal 20 gennaio al 4 febbraio 2027'; the first day has its year if the last is in another. Days: YYYY-MM-DD. */
export function fromDayToDay(first: string, last: string): string {
  const from = formatDate(first, isSameYear(first, last) ? 'd MMMM' : 'd MMMM yyyy')
  return `${withArticle('dal', from)} ${withArticle('al', formatDate(last, 'd MMMM yyyy'))}`
}
