import { Link } from 'react-router'
import { Icon } from '../icon'

/** For a spreadsheet in Italian, and for other programs. No `download` attribute: a refusal must lead to a page. */
export function CsvLinks({ to }: { to: string }) {
  return (
    <>
      <Link className="button" to={to} title="Per Excel" reloadDocument>
        <Icon name="down" /> Esporta CSV
      </Link>
      <Link className="link" to={`${to}${to.includes('?') ? '&' : '?'}formato=iso`} reloadDocument>
        CSV per un altro programma
      </Link>
    </>
  )
}
