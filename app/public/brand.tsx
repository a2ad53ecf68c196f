import { href, Link } from 'react-router'
import { siteSettings } from '../site/settings'
import { CompanyMark } from '../ui/artwork/mark'

export function Brand() {
  return (
    <Link className="brand" to={href('/')}>
      <CompanyMark />
      {siteSettings().company.name}
    </Link>
  )
}
