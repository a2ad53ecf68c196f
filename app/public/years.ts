import { fillPlaceholders } from '../site/placeholders.rules'
import { siteSettings } from '../site/settings'

/** Least years that 'Oltre N anni' tells. */
const LEAST_YEARS = 2
const OVER_YEARS = /, dopo oltre \[anni\]\sanni,/g

/** The years since the foundation, for 'Oltre N anni'; null while they are too few to be told. `today`: YYYY-MM-DD. */
export function yearsToTell(today: string): number | null {
  const years = yearsSinceFoundation(today)
  return years >= LEAST_YEARS ? years : null
}

const yearsSinceFoundation = (today: string) => Number(today.slice(0, 4)) - siteSettings().company.founded

/**
 * Replaces '[anni]' by the years since the foundation. While they are too few to be told, leaves out
 * ', dopo oltre [anni] anni,' of the first texts. `today`: YYYY-MM-DD.
 */
export function fillYears(text: string, today: string): string {
  const trueText = yearsToTell(today) === null ? text.replace(OVER_YEARS, '') : text
  return fillPlaceholders(trueText, { anni: String(yearsSinceFoundation(today)) })
}
