import type { ReactNode } from 'react'
import { data, href, Link, useLocation } from 'react-router'
import { personPage } from '../accounts/pages.rules'
import { type Admin, isDeletedAccount } from '../accounts/rules'
import { adminFrom } from '../accounts/session/session.server'
import { readOrRedirect } from '../http/toasts.server'
import { formatDate } from '../italian/dates'
import { Dialog } from '../ui/overlays/dialog'
import { PageHead } from '../ui/page-head'
import { TableHead } from '../ui/tables/table-head'
import type { Route } from './+types/entry.screen'
import { ACTION_LABELS } from './codes.rules'
import { entryById } from './queries.server'
import { RestoreForm } from './restore-form'
import { detailsInBrief, detailsInFull, entityLabel, NOTHING, SYSTEM_NAME } from './rules'
import { type Subject, subjectsOf } from './subject.queries.server'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const loading = loadEntry(adminFrom(context), params.entry)
  return readOrRedirect(`${href('/admin/audit')}${url.search}`, 'Impossibile caricare i log', loading)
}

async function loadEntry(admin: Admin, id: string) {
  const entry = /^\d{1,15}$/.test(id) ? await entryById(admin, Number(id)) : undefined
  if (!entry) throw data(null, { status: 404 })
  const subject = (await subjectsOf(admin, [entry])).get(entry.entityId)
  return { entry, subject }
}

export default function Entry({ loaderData: { entry, subject } }: Route.ComponentProps) {
  const { search } = useLocation()
  const { email, userId, action, entityType, entityId, createdAt, details } = entry
  const { changed, facts } = detailsInFull(details)
  const title = `${ACTION_LABELS[action]}: ${entityLabel(entityType)}`
  return (
    <Dialog title={title} closeTo={`${href('/admin/audit')}${search}`} wide={changed.length > 0}>
      <PageHead title={title} noindex />
      <dl className="facts">
        <Fact label="Utente">
          {userId && email && !isDeletedAccount(email) ? (
            <Link className="log-subject" to={personPage(userId)}>
              {email}
            </Link>
          ) : (
            (email ?? userId ?? SYSTEM_NAME)
          )}
        </Fact>
        <Fact label="Data">{formatDate(createdAt, 'dd/MM/yyyy HH:mm:ss')}</Fact>
        <Fact label="Oggetto">
          <SubjectLink subject={subject} />
          {subject?.edition && <small className="quiet">{subject.edition}</small>}
        </Fact>
        <Fact label="ID">{entityId}</Fact>
      </dl>
      {changed.length > 0 && <Changes changed={changed} />}
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map(({ key, label, value }) => (
            <Fact key={key} label={label}>
              {value || NOTHING}
            </Fact>
          ))}
        </dl>
      )}
      {changed.length === 0 && facts.length === 0 && <p className="quiet">{detailsInBrief(details)}</p>}
      {subject?.archived && (
        <div className="actions">
          <RestoreForm course={entityId} title={subject.name} />
        </div>
      )}
    </Dialog>
  )
}

function SubjectLink({ subject }: { subject: Subject | undefined }) {
  if (!subject?.address) return subject?.name ?? NOTHING
  return (
    <Link className="log-subject" to={subject.address}>
      {subject.name}
    </Link>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Changes({ changed }: { changed: ReturnType<typeof detailsInFull>['changed'] }) {
  return (
    <table className="table changes">
      <TableHead columns={['Campo', 'Prima', 'Dopo']} />
      <tbody>
        {changed.map(({ key, label, before, after }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>{before || NOTHING}</td>
            <td>{after || NOTHING}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
