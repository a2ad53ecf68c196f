import { formatDate } from '../italian/dates'

export const NO_DATES = 'senza date'

/**
 * What tells editions of a course apart. `startDate`: the first day, YYYY-MM-DD; `place`: as `townOfLocation` returns
 * it.
 */
export type Edition = { startDate: string | null; place: string | null }

/** Returns a place in the words of the office: 'Online' for what the catalogue calls 'Da casa'. */
export function placeInOffice(place: string | null): string | null {
  return place === 'Da casa' ? 'Online' : place
}

/** A place in the middle of a sentence: 'Ascoli Piceno', or 'online' for what the catalogue calls 'Da casa'. */
export function placeInSentence(place: string | null): string | null {
  return place === 'Da casa' ? 'online' : place
}

/** '12 mar 2027, Ascoli Piceno' or 'senza date': tells editions apart beside the title of a course in the office. */
export function editionLine({ startDate, place }: Edition): string {
  return [formatDate(startDate, 'd MMM yyyy', NO_DATES), placeInSentence(place)].filter(Boolean).join(', ')
}

/** 'Leadership, 12 mar 2027, Ascoli Piceno' */
export function withEdition(course: Edition & { title: string }): string {
  return `${course.title}, ${editionLine(course)}`
}
