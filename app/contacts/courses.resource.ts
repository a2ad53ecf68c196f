import { allInterests } from './queries.server'

/** Every option of 'Corso di interesse'; pages carry the first ones. */
export async function loader() {
  return Response.json(await allInterests())
}
