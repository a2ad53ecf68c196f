import { siteSettings } from '../site/settings'

/** Least years that 'Oltre N anni' tells. */
const LEAST_YEARS = 2

/** The years since the foundation, for 'Oltre N anni'; null while they are too few to be told. `today`: YYYY-MM-DD. */
export function yearsToTell(today: string): number | null {
  const years = yearsSinceFoundation(today)
  return years >= LEAST_YEARS ? years : null
}

/** The calendar years from the foundation to `today` (YYYY-MM-DD). */
export const yearsSinceFoundation = (today: string) =>
  Number(today.slice(0, 4)) - siteSettings().company.founded
