import { adminFrom, admitAdmins } from '../accounts/session/session.server'
import type { Route } from './+types/administrators'

export const middleware: Route.MiddlewareFunction[] = [admitAdmins]

/**
 * Refuses others with 403, which the frame of the office shows. Each page below still asks for `adminFrom`: the router
 * runs its loader beside this one.
 */
export function loader({ context }: Route.LoaderArgs) {
  adminFrom(context)
  return null
}
