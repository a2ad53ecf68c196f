import { href, Link, useLocation } from 'react-router'
import { formatDate } from '../italian/dates'
import { MailAddress } from '../ui/mail-link'
import { TableHead } from '../ui/tables/table-head'
import { ACTION_LABELS, type AuditAction } from './codes.rules'
import { RestoreForm } from './restore-form'
import { entityLabel } from './rules'
import type { Subject } from './subject.queries.server'

export type LogRow = {
  id: number
  /** The e-mail, the id without an e-mail, or `SYSTEM_NAME`. */
  actor: string
  action: AuditAction
  entityType: string
  entityId: string
  createdAt: Date
  /** The details in one line. */
  brief: string
  subject: Subject | undefined
}

/** The entries of the log. Each opens in a dialog above this page, whose query its address keeps. */
export function LogTable({ rows }: { rows: LogRow[] }) {
  const { search } = useLocation()
  return (
    <table className="table dense stack fixed log">
      <TableHead columns={['Utente', 'Azione', 'Entità', 'Data', 'Dettagli']} />
      <tbody>
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            address={href('/admin/audit/:entry', { entry: String(row.id) }) + search}
          />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, address }: { row: LogRow; address: string }) {
  const { actor, action, entityType, entityId, createdAt, brief, subject } = row
  // The last part of a name is the course or person, which the details may name already.
  const briefNamesSubject = subject && brief.includes(subject.name.split(', ').at(-1) ?? '')
  const subjectWords = [!briefNamesSubject && subject?.name, subject?.edition].filter(Boolean).join(', ')
  const date = formatDate(createdAt, 'dd/MM/yyyy HH:mm')
  const entity = entityLabel(entityType)
  return (
    <tr>
      <td>
        <b>
          <MailAddress address={actor} />
        </b>
      </td>
      <td data-label="Azione">
        <span className={`state state-${action}`}>{ACTION_LABELS[action]}</span>
      </td>
      <td data-label="Entità">{entity}</td>
      <td data-label="Data" className="num">
        {date}
      </td>
      <td data-label="Dettagli">
        <div className="log-details">
          <p>
            <Link to={address} preventScrollReset>
              {brief}
              <span className="visually-hidden">
                : {ACTION_LABELS[action]}, {entity}, {date}
              </span>
            </Link>
            {subjectWords && <small>{subjectWords}</small>}
          </p>
          {entityType === 'courses' && action === 'delete' && subject?.archived && (
            <RestoreForm course={entityId} title={subject.name} />
          )}
        </div>
      </td>
    </tr>
  )
}
