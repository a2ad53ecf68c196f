import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { adminFrom, admitAdmins } from '../accounts/session.server'
import type { Route } from './+types/admin'
import { SearchField } from './search-field'
import '../ui/sections.css'
import '../ui/table.css'
import './admin.css'
import '../ui/forms.css'
import '../ui/tabs.css'

export const middleware: Route.MiddlewareFunction[] = [admitAdmins]

// A loader makes the guard run on client navigations too.
export function loader({ context }: Route.LoaderArgs) {
  return { email: adminFrom(context).email }
}

/** With the dialogs over the page. */
const COURSES = /^\/admin(\/courses\/.+|\/iscrivi)?$/

export default function AdminArea() {
  const { pathname } = useLocation()
  return (
    <div className="admin page">
      <div className="page-head">
        <h1>Pannello di Amministrazione</h1>
      </div>
      <SearchField />
      <nav className="tabs" aria-label="Amministrazione">
        <Link to="/admin" aria-current={COURSES.test(pathname) ? 'page' : undefined}>
          Corsi
        </Link>
        <NavLink to="/admin/documents">Documenti</NavLink>
        <NavLink to="/admin/audit">Log Attività</NavLink>
        <NavLink to="/admin/contacts">Contatti</NavLink>
        <NavLink to="/admin/people">Persone</NavLink>
        <NavLink to="/admin/stato">Stato</NavLink>
      </nav>
      <Outlet />
    </div>
  )
}
