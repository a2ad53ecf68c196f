import { siteSettings } from '../site/settings'

/** N of 'Oltre N anni', since the year of the foundation. `today`: YYYY-MM-DD. */
export function yearsOfExperience(today: string): number {
  return Number(today.slice(0, 4)) - siteSettings().company.founded
}
