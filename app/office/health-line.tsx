import { href, Link } from 'react-router'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'

/**
 * What `siteHealth` returns. `now`: when the state was read; `fact`: the most urgent problem in words, null if all is
 * well; `backupAt`: when the last backup that succeeded ended, null without one.
 */
type Health = { now: Date; fact: string | null; backupAt: Date | null }

/**
 * The state of the site in a line, which only administrators see. All staff see that visitors see invented data,
 * if they do. `health`: null if it could not be read, and for secretaries.
 */
export function HealthLine({
  health,
  showsInventedData,
  isAdmin,
}: {
  health: Health | null
  showsInventedData: boolean
  isAdmin: boolean
}) {
  if (!isAdmin && !showsInventedData) return null
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
      {showsInventedData && <small>Sito dimostrativo: tutti i dati sono inventati.</small>}
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
