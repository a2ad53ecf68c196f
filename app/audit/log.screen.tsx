import { Link } from 'react-router'
import { adminFrom } from '../accounts/session.server'
import { formatDate } from '../ui/format'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/log.screen'
import { latestEntries, PAGE } from './queries.server'
import { ACTION_LABELS, type AuditDetails, type AuditEntity, detailsInBrief, ENTITY_LABELS } from './rules'

export async function loader({ context, url }: Route.LoaderArgs) {
  const before = url.searchParams.get('prima') ?? ''
  const entries = await latestEntries(
    adminFrom(context),
    /^\d{1,15}$/.test(before) ? Number(before) : undefined,
  )
  return { entries, next: entries.length === PAGE ? entries.at(-1)?.id : undefined }
}

export default function Log({ loaderData: { entries, next } }: Route.ComponentProps) {
  return (
    <section className="admin-row" aria-labelledby="log">
      <PageHead title="Log Attività" path="/admin/audit" noindex />
      <div className="admin-head">
        <h2 id="log">Log Attività</h2>
      </div>
      <table className="table dense stack">
        <thead>
          <tr>
            <th scope="col">Utente</th>
            <th scope="col">Azione</th>
            <th scope="col">Entità</th>
            <th scope="col">Data</th>
            <th scope="col">Dettagli</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, email, action, entityType, createdAt, details }) => (
            <tr key={id}>
              <td>
                <b>{email ?? 'Sistema'}</b>
              </td>
              <td data-label="Azione">
                <span className={`state state-${action}`}>{ACTION_LABELS[action]}</span>
              </td>
              <td data-label="Entità">{ENTITY_LABELS[entityType as AuditEntity] ?? entityType}</td>
              <td data-label="Data" className="num">
                {formatDate(createdAt, 'dd/MM/yyyy HH:mm')}
              </td>
              <td data-label="Dettagli">{detailsInBrief(details as AuditDetails)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {next && (
        <Link className="link" to={`/admin/audit?prima=${next}`}>
          Attività precedenti
        </Link>
      )}
    </section>
  )
}
