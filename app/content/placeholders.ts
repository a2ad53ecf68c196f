import { company, placeholdersIn } from './company'
import { team } from './team'

/** Paths of invented data. A public site does not start with any. */
export const placeholders: string[] = [
  ...placeholdersIn(company).map((path) => `company.${path}`),
  ...(team.invented ? ['team'] : []),
]
