import { href } from 'react-router'

/** Courses with free seats, of one theme or of all. */
export const freeSeatsPage = (theme?: string | null) =>
  `${href('/corsi')}?${theme ? `tema=${theme}&` : ''}posti=liberi`

/** The form to the office, with this course in it. */
export const questionPage = (slug: string) => `${href('/contatti')}?corso=${slug}`
