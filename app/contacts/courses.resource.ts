import { allInterestOptions } from './queries.server'

/** Every course for 'Corso di interesse'; pages carry the first ones. */
export async function loader() {
  return Response.json(await allInterestOptions())
}
