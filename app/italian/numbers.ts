const euro = new Intl.NumberFormat('it-IT', { style: 'currency', currency: 'EUR', useGrouping: 'always' })
const number = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 2 })
const upToOneDecimal = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1 })
const withOneDecimal = fixed(1)
const withTwoDecimals = fixed(2)

function fixed(decimals: number) {
  return new Intl.NumberFormat('it-IT', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'always',
  })
}

/** 7.125 → '7,13' */
export function formatNumber(value: number): string {
  return number.format(value)
}

/** 1250 → '1.250,00 €' (no-break space) */
export function formatEuros(euros: number): string {
  return euro.format(euros)
}

const FREE = 'Gratuito'

/** Like `formatEuros`, with 'Gratuito' for 0. */
export function formatPrice(euros: number): string {
  return euros === 0 ? FREE : formatEuros(euros)
}

/** 1250 → '1.250,00', for a column that has the sign in its head. */
export function formatPricePlain(euros: number): string {
  return euros === 0 ? FREE : withTwoDecimals.format(euros)
}

/** 1, 'corso', 'corsi' → '1 corso'. */
export function formatCount(count: number, singular: string, plural: string): string {
  return `${number.format(count)} ${count === 1 ? singular : plural}`
}

/** 8 → '8 ore', 1 → '1 ora', 7.5 → '7,5 ore'. */
export function formatHours(hours: number): string {
  return formatCount(hours, 'ora', 'ore')
}

/** 3 → '3°' */
export function ordinal(position: number): string {
  return `${position}°`
}

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** 1536 → '1,5'; at least '0,1' for a non-empty file. */
export function formatKilobytes(bytes: number): string {
  return withOneDecimal.format(bytes && Math.max(0.1, bytes / KILOBYTE))
}

/** 1572864 → '1,50 MB'; at least '0,01 MB' for a non-empty file. */
export function formatMegabytes(bytes: number): string {
  return `${withTwoDecimals.format(bytes && Math.max(0.01, bytes / MEGABYTE))} MB`
}

/** The size of a document: '1,5 KB', '1,50 MB'. */
export function formatFileSize(bytes: number): string {
  return bytes < MEGABYTE ? `${formatKilobytes(bytes)} KB` : formatMegabytes(bytes)
}

/** The size of anything, roughly: 1536 → '1,5 KB', 5368709120 → '5 GB'. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(KILOBYTE)))
  return `${upToOneDecimal.format(bytes / KILOBYTE ** power)} ${units[power]}`
}
