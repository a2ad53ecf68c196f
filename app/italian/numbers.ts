const number = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 2 })

/** Returns a format for numbers with exactly this many decimals. */
export function withDecimals(decimals: number) {
  return new Intl.NumberFormat('it-IT', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'always',
  })
}

/** 7.125 → '7,13', 1250 → '1250', 12500 → '12.500' */
export function formatNumber(value: number): string {
  return number.format(value)
}

/** 1, 'corso', 'corsi' → '1 corso'. */
export function formatCount(count: number, singular: string, plural: string): string {
  return `${number.format(count)} ${count === 1 ? singular : plural}`
}

const NUMBER_WORDS = 'zero uno due tre quattro cinque sei sette otto nove dieci'.split(' ')

/** 2, 'una sede', 'sedi' → 'due sedi'; numbers over ten in figures. */
export function countInWords(count: number, singular: string, plural: string): string {
  return count === 1 ? singular : `${NUMBER_WORDS[count] ?? formatNumber(count)} ${plural}`
}

/** 8 → '8 ore', 1 → '1 ora', 7.5 → '7,5 ore'. */
export function formatHours(hours: number): string {
  return formatCount(hours, 'ora', 'ore')
}

/** 3 → '3°' */
export function ordinal(position: number): string {
  return `${position}°`
}
