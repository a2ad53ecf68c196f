import { Link } from 'react-router'
import { Icon } from '../icon'
import { More } from '../overlays/more'

/**
 * Export links, for an Italian spreadsheet and for programs. `of`: what is exported. Not `download`: a refusal leads to
 * a page.
 */
export function CsvLinks({ to, of }: { to: string; of: string }) {
  return (
    <div className="more-outlined">
      <More
        of={of}
        label={
          <>
            <Icon name="down" /> Esporta CSV
          </>
        }
      >
        <Link to={to} reloadDocument>
          Per Excel (consigliato)
        </Link>
        <Link to={`${to}${to.includes('?') ? '&' : '?'}formato=iso`} reloadDocument>
          Per un altro programma
        </Link>
      </More>
    </div>
  )
}
