import { href, Link } from 'react-router'
import { company } from '../content/company'
import { Mark } from '../ui/artwork/mark'

export function Brand() {
  return (
    <Link className="brand" to={href('/')}>
      <Mark />
      {company.name}
    </Link>
  )
}
