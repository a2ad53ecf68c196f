import { Link } from 'react-router'
import { Icon } from './icon'

/** No `download` attribute: a refusal must lead to a page. */
export function CsvLinks({ to }: { to: string }) {
  return (
    <>
      <Link className="button" to={to} reloadDocument>
        <Icon name="down" /> Esporta CSV
      </Link>
      <Link className="link" to={`${to}${to.includes('?') ? '&' : '?'}formato=iso`} reloadDocument>
        CSV con date ISO e punto decimale
      </Link>
    </>
  )
}
