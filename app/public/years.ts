import { siteSettings } from '../site/settings'

/** The years since the foundation, for 'Oltre N anni'. `today`: YYYY-MM-DD. */
export function yearsSinceFoundation(today: string): number {
  return Number(today.slice(0, 4)) - siteSettings().company.founded
}
