import { Link } from 'react-router'
import { Icon } from './icon'
import './back-link.css'

/** The link above the head of a page of office or teachers, to the page that it belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className="back-link" to={to}>
      <Icon name="left" /> {children}
    </Link>
  )
}
