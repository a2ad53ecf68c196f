import { adminFrom, admitAdmins } from '../accounts/session/session.server'
import type { Route } from './+types/administrators'

export const middleware: Route.MiddlewareFunction[] = [admitAdmins]

/** Lets only administrators reach the pages below. The frame of the office shows the refusal. */
export function loader({ context }: Route.LoaderArgs) {
  adminFrom(context)
  return null
}
