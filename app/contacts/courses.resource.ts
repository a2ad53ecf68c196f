import { allInterestOptions } from './queries.server'

/** Serves the options of 'Corso di interesse' that name a course, of which a page has only the first ones. */
export async function loader() {
  return Response.json(await allInterestOptions())
}
