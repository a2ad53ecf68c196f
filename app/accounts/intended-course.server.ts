import { signedCookie } from '../http/cookies.server'

/** The cookie with the slug of the course that an anonymous visitor asked for: it lasts a day, for the sign-up. */
export const intendedCourse = signedCookie<string>('corso')
