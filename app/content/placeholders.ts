import { company, placeholdersIn } from './company'
import { team } from './team'

/**
 * Paths of invented data within app/content. A public site does not start with any; the demo shows a band (decisions
 * §7).
 */
export const placeholders: string[] = [
  ...placeholdersIn(company).map((path) => `company.${path}`),
  ...(team.invented ? ['team'] : []),
]
