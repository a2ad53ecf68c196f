import { href } from 'react-router'
import { siteSettings } from './settings'

/** Returns the address of a person on 'Chi siamo', by name; null for people who are not in the team. */
export function teamPage(name: string): string | null {
  const index = siteSettings().team.findIndex((person) => person.name === name)
  return index < 0 ? null : `${href('/chi-siamo')}#persona-${index + 1}`
}
