import { allInterests } from './queries.server'

/** Every option of 'Corso di interesse', for a page that carries only the first ones. */
export async function loader() {
  return Response.json(await allInterests())
}
