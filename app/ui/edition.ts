import { formatDate } from '../italian/dates'

export const NO_DATES = 'senza date'

/** The first date, and the place as `placeOf` gives it. */
export type Edition = { startDate: string | null; place: string | null }

/** 'Ascoli Piceno', 'Online'. The catalogue says 'Da casa' of what the form of a course calls online. */
export function placeInOffice(place: string | null): string | null {
  return place === 'Da casa' ? 'Online' : place
}

/** '12 mar 2027, Ascoli Piceno', 'senza date': tells editions apart wherever the office sees the title of a course. */
export function editionLine({ startDate, place }: Edition): string {
  const where = placeInOffice(place)?.replace(/^Online$/, 'online') // in the middle of a sentence
  return [formatDate(startDate, 'd MMM yyyy', NO_DATES), where].filter(Boolean).join(', ')
}

/** 'Leadership, 12 mar 2027, Ascoli Piceno' */
export function withEdition(course: Edition & { title: string }): string {
  return `${course.title}, ${editionLine(course)}`
}
