import { withDecimals } from './numbers'

const euro = new Intl.NumberFormat('it-IT', { style: 'currency', currency: 'EUR', useGrouping: 'always' })
const withTwoDecimals = withDecimals(2)
const FREE = 'Gratuito'

/** 1250 → '1.250,00 €' (no-break space) */
export function formatEuros(euros: number): string {
  return euro.format(euros)
}

/** Like `formatEuros`, with 'Gratuito' for 0. */
export function formatPrice(euros: number): string {
  return euros === 0 ? FREE : formatEuros(euros)
}

/** 1250 → '1.250 €', 416.83 → '416,83 €' */
export function formatEurosInBrief(euros: number): string {
  return formatEuros(euros).replace(',00', '')
}

/** 41683 → '416,83 €' */
export const formatCents = (cents: number) => formatEuros(cents / 100)

/** 125000 → '1.250 €', 41683 → '416,83 €' */
export const formatCentsInBrief = (cents: number) => formatEurosInBrief(cents / 100)

/** Like `formatEurosInBrief`, with 'Gratuito' for 0. */
export function formatPriceInBrief(euros: number): string {
  return euros === 0 ? FREE : formatEurosInBrief(euros)
}

/** 1250 → '1.250,00', where the sign stands elsewhere, as in the head of a column; 'Gratuito' for 0. */
export function formatPricePlain(euros: number): string {
  return euros === 0 ? FREE : withTwoDecimals.format(euros)
}
