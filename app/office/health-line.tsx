import { href, Link } from 'react-router'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'

/**
 * `now`: when the state was read; `fact`: the most urgent problem, null if all is well; `backupAt`: the last backup
 * that succeeded, null without one.
 */
export type Health = { now: Date; fact: string | null; backupAt: Date | null }

/**
 * The state of the site in a line, for administrators, and for all staff that the data are those of a demo. `health`:
 * null if it could not be read.
 */
export function HealthLine({
  health,
  demo,
  isAdmin,
}: {
  health: Health | null
  demo: boolean
  isAdmin: boolean
}) {
  if (!isAdmin && !demo) return null
  return (
    <p className="office-health">
      {isAdmin && (
        <Link to={href('/admin/stato')}>
          {health?.fact === null ? (
            <span className="office-well">Tutto in funzione</span>
          ) : (
            <b>{health?.fact ?? 'Stato non leggibile'}</b>
          )}
          {health?.backupAt && (
            <small>{`Copia di sicurezza ${backupTime(health.backupAt, health.now)}`}</small>
          )}
        </Link>
      )}
      {demo && <small>Sito dimostrativo: tutti i dati sono inventati.</small>}
    </p>
  )
}

/** 'delle 03:10', 'del 2 mar, 03:10' */
function backupTime(at: Date, now: Date): string {
  const day = (instant: Date) => formatDate(instant, 'dd/MM/yyyy')
  return day(at) === day(now)
    ? `delle ${formatDate(at, 'HH:mm')}`
    : withArticle('del', formatDate(at, 'd MMM, HH:mm'))
}
