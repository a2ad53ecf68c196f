import { company, placeholdersIn } from './company'
import { team } from './team'

/**
 * What the owner has still to replace, as paths within app/content: `['company.vat', 'team', …]`. A production start
 * refuses it, the local demo shows a band (decisions §7).
 */
export const placeholders: string[] = [
  ...placeholdersIn(company).map((path) => `company.${path}`),
  ...(team.invented ? ['team'] : []),
]
