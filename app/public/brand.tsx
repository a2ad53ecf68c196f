import { href, Link } from 'react-router'
import { siteSettings } from '../site/settings'
import { Mark } from '../ui/artwork/mark'

export function Brand() {
  return (
    <Link className="brand" to={href('/')}>
      <Mark />
      {siteSettings().company.name}
    </Link>
  )
}
