import { href } from 'react-router'
import { siteSettings } from './settings'

/** Returns the address of a person on 'Chi siamo', by name; null for people outside of the team. */
export function teamPage(name: string): string | null {
  const place = siteSettings().team.findIndex((person) => person.name === name)
  return place < 0 ? null : `${href('/chi-siamo')}#persona-${place + 1}`
}
