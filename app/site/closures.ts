import type { OfficeClosure, OfficeHours } from '../content/settings.rules'
import { siteSettings } from './settings'
import { isWithin } from './week.rules'

/** Returns the closure of the whole school on a day (YYYY-MM-DD); undefined if the school is not closed. */
export function closureOn(
  day: string,
  { closures }: OfficeHours = siteSettings().hours,
): OfficeClosure | undefined {
  return closures.find((closure) => closure.office === null && isWithin(day, closure))
}

/**
 * Whether a closure that the office has entered for the whole school covers a day (YYYY-MM-DD). Public holidays and
 * days without opening hours do not count.
 */
export const isSchoolClosed = (day: string) => closureOn(day) !== undefined

/** Lists the closures of single offices, each with the city of its office. Closures of removed offices are left out. */
export function officeClosures(): { closure: OfficeClosure; city: string }[] {
  const { hours, offices } = siteSettings()
  return hours.closures.flatMap((closure) => {
    const office = offices.find(({ id }) => id === closure.office)
    return office ? [{ closure, city: office.city }] : []
  })
}
