import type { RouterContextProvider } from 'react-router'
import { adminFrom } from '../accounts/session.server'
import { SEARCH_LIMIT } from '../courses/rules'
import { coursesToChoose, suggestedPeople } from './enrol.queries.server'

/**
 * What the enrol form shows while one types: `?persone=` people by name, e-mail or company, `?corsi=` courses by
 * title.
 */
export async function loader({ context, url }: { context: Readonly<RouterContextProvider>; url: URL }) {
  const admin = adminFrom(context)
  const asked = (name: string) => url.searchParams.get(name)?.replaceAll('\0', '').slice(0, SEARCH_LIMIT)
  const [people, courses] = [asked('persone'), asked('corsi')]
  return Response.json({
    people: people === undefined ? [] : await suggestedPeople(admin, people),
    courses: courses === undefined ? [] : await coursesToChoose(admin, courses),
  })
}
