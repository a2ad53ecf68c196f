import { NavLink, Outlet } from 'react-router'
import { adminFrom, admitAdmins } from '../accounts/session.server'
import type { Route } from './+types/admin'
import '../ui/table.css'
import './admin.css'

export const middleware: Route.MiddlewareFunction[] = [admitAdmins]

// A loader makes the guard run on every navigation inside the application too, not only on whole page loads.
export function loader({ context }: Route.LoaderArgs) {
  return { email: adminFrom(context).email }
}

export default function AdminArea() {
  return (
    <div className="admin page">
      <div className="page-head">
        <h1>Pannello di Amministrazione</h1>
      </div>
      <nav className="tabs" aria-label="Amministrazione">
        <NavLink to="/admin" end>
          Corsi
        </NavLink>
        <NavLink to="/admin/documents">Documenti</NavLink>
        <NavLink to="/admin/audit">Log Attività</NavLink>
      </nav>
      <Outlet />
    </div>
  )
}
