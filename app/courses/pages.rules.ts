import { href } from 'react-router'

/** The address of the catalogue with the filter for free seats, and for a theme if one is named. */
export const freeSeatsPage = (theme?: string | null) =>
  `${href('/corsi')}?${theme ? `tema=${theme}&` : ''}posti=liberi`

/** The address of the contact form, with this course filled in. */
export const contactPageAbout = (slug: string) => `${href('/contatti')}?corso=${slug}`
