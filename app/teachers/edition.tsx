import { href, Link, Outlet } from 'react-router'
import { Icon } from '../ui/icon'
import type { Route } from './+types/edition'
import { admitTeachers, taughtEdition, teacherFrom } from './guard.server'
import '../ui/overlays/dock.css'
import '../ui/small-button.css'
import '../ui/tables/chips.css'
import './teachers.css'

export const middleware: Route.MiddlewareFunction[] = [admitTeachers]

export async function loader({ context }: Route.LoaderArgs) {
  const { title } = await taughtEdition(teacherFrom(context))
  return { title }
}

/** The frame around the register and the sign-in sheet of a lesson: title of the course and way back. */
export default function TaughtEdition({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page teaching">
      <div className="teaching-head">
        <Link className="link" to={href('/docente')}>
          <Icon name="left" /> Le mie lezioni
        </Link>
        <h1>{loaderData.title}</h1>
      </div>
      <Outlet />
    </div>
  )
}
