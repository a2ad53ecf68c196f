import { withDecimals } from './numbers'

const upToOneDecimal = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1 })
const withOneDecimal = withDecimals(1)
const withTwoDecimals = withDecimals(2)

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** The number of kilobytes, without the unit: 1536 → '1,5'; at least '0,1' for a non-empty file. */
export function formatKilobyteCount(bytes: number): string {
  return withOneDecimal.format(bytes && Math.max(0.1, bytes / KILOBYTE))
}

/** 1572864 → '1,50 MB'; at least '0,01 MB' for a non-empty file. */
export function formatMegabytes(bytes: number): string {
  return `${withTwoDecimals.format(bytes && Math.max(0.01, bytes / MEGABYTE))} MB`
}

/**
 * The size of a stored file, always with decimals, in KB below a megabyte and else in MB: '1,5 KB', '1,50 MB'. For
 * limits and disks there is `formatBytes`.
 */
export function formatFileSize(bytes: number): string {
  return roundToTenth(bytes / KILOBYTE) < KILOBYTE
    ? `${formatKilobyteCount(bytes)} KB`
    : formatMegabytes(bytes)
}

/** A limit, or the size of something large, roughly: 1536 → '1,5 KB', 10485760 → '10 MB', 5368709120 → '5 GB'. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'KB', 'MB', 'GB', 'TB']
  const fits = (power: number) => roundToTenth(bytes / KILOBYTE ** power) < KILOBYTE
  const power = units.findIndex((_, i) => i === units.length - 1 || fits(i))
  return `${upToOneDecimal.format(bytes / KILOBYTE ** power)} ${units[power]}`
}

const roundToTenth = (value: number) => Math.round(value * 10) / 10
