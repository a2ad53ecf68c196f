import { Link } from 'react-router'
import type { SiteWarning } from './rules'

export function WarningList({ warnings }: { warnings: SiteWarning[] }) {
  if (warnings.length === 0) return <p className="state-well">Tutto funziona.</p>
  return (
    <ul className="state-attention" aria-label="Da guardare">
      {warnings.map(({ fact, advice, link }) => (
        <li key={fact}>
          <b>{fact}</b> {advice}
          {link && (
            <>
              {' '}
              <Link to={link.page}>{link.label}</Link>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
