import { formatDate } from '../ui/format'
import { AT_HOME, placeOf } from './rules'

/** '12 mar 2027, Ascoli Piceno': what tells the editions of a course apart, wherever the office sees its title. */
export function editionLine(course: { startDate: string | null; location: string | null }): string {
  const place = placeOf(course)
  const where = place === AT_HOME ? AT_HOME.toLowerCase() : place
  return [formatDate(course.startDate, 'd MMM yyyy', 'senza date'), where].filter(Boolean).join(', ')
}

/** For options and names: 'Leadership, 12 mar 2027, Ascoli Piceno'. */
export function withEdition(course: Parameters<typeof editionLine>[0] & { title: string }): string {
  return `${course.title}, ${editionLine(course)}`
}
