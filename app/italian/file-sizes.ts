import { withDecimals } from './numbers'

const upToOneDecimal = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1 })
const withOneDecimal = withDecimals(1)
const withTwoDecimals = withDecimals(2)

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

/** The size of a document, in KB below a megabyte and else in MB: '1,5 KB', '1,50 MB'. */
export function formatFileSize(bytes: number): string {
  return bytes < MEGABYTE ? `${formatKilobytes(bytes)} KB` : formatMegabytes(bytes)
}

/** The size of anything, roughly: 1536 → '1,5 KB', 5368709120 → '5 GB'. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(KILOBYTE)))
  return `${upToOneDecimal.format(bytes / KILOBYTE ** power)} ${units[power]}`
}
