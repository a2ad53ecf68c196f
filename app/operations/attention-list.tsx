import { Link } from 'react-router'
import type { Attention } from './rules'

export function AttentionList({ found }: { found: Attention[] }) {
  if (found.length === 0) return <p className="state-well">Tutto funziona.</p>
  return (
    <ul className="state-attention" aria-label="Da guardare">
      {found.map(({ fact, advice, to }) => (
        <li key={fact}>
          <b>{fact}</b> {advice}
          {to && (
            <>
              {' '}
              <Link to={to.page}>{to.label}</Link>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
