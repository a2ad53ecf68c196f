import { signedCookie } from '../http/cookies.server'
import { type Intention, intentionIn } from './intention.rules'

/** The cookie with the slug of the course that an anonymous visitor asked for: it lasts a day, for the sign-up. */
export const intendedCourse = signedCookie<string>('corso')

/** The intention in the address; its course comes from the cookie where the address has none. */
export async function readIntention(request: Request, url: URL): Promise<Intention> {
  const { course, destination } = intentionIn(url)
  return { course: course || ((await intendedCourse.read(request)) ?? ''), destination }
}
