import { data, Link } from 'react-router'
import { adminFrom } from '../accounts/session.server'
import { loadSections } from '../http/faults.server'
import { emailById, latestEmails } from '../mail/outbox.server'
import { Dialog } from '../ui/dialog'
import { formatDate } from '../ui/format'
import { MailAddress } from '../ui/mail-link'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/mail.screen'

const asId = (text: string | null) => (text && /^\d{1,15}$/.test(text) ? Number(text) : undefined)

/** Without an SMTP server, e-mails are read here. */
export async function loader({ context, url }: Route.LoaderArgs) {
  adminFrom(context)
  const open = asId(url.searchParams.get('leggi'))
  const { part, answer } = loadSections()
  const unread = 'Impossibile caricare i dati'
  const page = await part(unread, latestEmails(asId(url.searchParams.get('prima'))), { emails: [] })
  const email = open === undefined ? undefined : await part(unread, emailById(open), null)
  if (open !== undefined && email === undefined) throw data(null, { status: 404 })
  return answer({ ...page, email })
}

export default function MailScreen({ loaderData: { emails, older, email, toasts } }: Route.ComponentProps) {
  return (
    <section className="admin-row" aria-labelledby="posta">
      <PageHead title="Email del sito" noindex />
      <div className="admin-head">
        <h2 id="posta">Email del sito</h2>
      </div>
      {emails.length === 0 && toasts.length === 0 && <p className="quiet">Nessuna email.</p>}
      <table className="table dense stack">
        <thead>
          <tr>
            <th scope="col">Oggetto</th>
            <th scope="col">Destinatario</th>
            <th scope="col">Data</th>
            <th scope="col">Stato</th>
          </tr>
        </thead>
        <tbody>
          {emails.map(({ id, subject, to, createdAt, state, lastError }) => (
            <tr key={id}>
              <td>
                <Link className="course-name" to={`/admin/mail?leggi=${id}`} preventScrollReset>
                  {subject}
                </Link>
              </td>
              <td data-label="Destinatario">
                <MailAddress address={to.address} />
              </td>
              <td data-label="Data" className="num">
                {formatDate(createdAt, 'dd/MM/yyyy HH:mm')}
              </td>
              <td data-label="Stato">
                {state}
                {lastError && <small>{lastError}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {older !== undefined && (
        <Link className="link" to={`/admin/mail?prima=${older}`}>
          Email precedenti
        </Link>
      )}
      {email && (
        <Dialog title={email.subject} closeTo="/admin/mail">
          <p className="quiet">
            A {email.to.name ? `${email.to.name} (${email.to.address})` : email.to.address}
          </p>
          <pre className="message-text">{email.text}</pre>
        </Dialog>
      )}
    </section>
  )
}
