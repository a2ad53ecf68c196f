import { signedCookie } from '../http/cookies.server'

/** The slug of the course that an anonymous visitor asked for: kept a day, through sign-up and confirmation. */
export const intendedCourse = signedCookie<string>('corso')
