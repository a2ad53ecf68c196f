import { href } from 'react-router'
import { siteSettings } from './settings'

/** The place of a person on 'Chi siamo'; null for others. */
export function teamPage(name: string): string | null {
  const place = siteSettings().team.findIndex((person) => person.name === name)
  return place < 0 ? null : `${href('/chi-siamo')}#persona-${place + 1}`
}
