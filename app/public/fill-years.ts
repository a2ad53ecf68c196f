import { fillPlaceholders } from '../site/placeholders.rules'
import { yearsSinceFoundation, yearsToTell } from './years'

const OVER_YEARS = /, dopo oltre \[anni\]\sanni,/g

/**
 * Replaces '[anni]' by the years since the foundation. While they are too few to be told, leaves out
 * ', dopo oltre [anni] anni,' of the first texts. `today`: YYYY-MM-DD.
 */
export function fillYears(text: string, today: string): string {
  const trueText = yearsToTell(today) === null ? text.replace(OVER_YEARS, '') : text
  return fillPlaceholders(trueText, { anni: String(yearsSinceFoundation(today)) })
}
