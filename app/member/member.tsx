import { Outlet } from 'react-router'
import { admitMembers, memberFrom } from '../accounts/session/session.server'
import type { Route } from './+types/member'
import '../ui/sections.css'
import '../ui/tables/table.css'
import '../ui/forms/forms.css'

export const middleware: Route.MiddlewareFunction[] = [admitMembers]

// A loader makes the guard run on client navigations too.
export function loader({ context }: Route.LoaderArgs) {
  return { email: memberFrom(context).email }
}

export default function MemberArea() {
  return <Outlet />
}
