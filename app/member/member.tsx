import { Outlet } from 'react-router'
import { admitMembers, memberFrom } from '../accounts/session/session.server'
import type { Route } from './+types/member'
import '../ui/sections.css'
import '../ui/tables/table.css'
import '../ui/forms/forms.css'

export const middleware: Route.MiddlewareFunction[] = [admitMembers]

// The middleware runs on navigations in the browser too, because the route has a loader.
export function loader({ context }: Route.LoaderArgs) {
  return { email: memberFrom(context).email }
}

export default function MemberArea() {
  return <Outlet />
}
