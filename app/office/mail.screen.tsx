import { data, href, Link, useLocation } from 'react-router'
import { SEARCH_MAX, wordsOf } from '../accounts/search.rules'
import { adminFrom } from '../accounts/session/session.server'
import { readForm } from '../http/form.server'
import { loadSections, redirectWith, withErrorToast } from '../http/toasts.server'
import { formatDate } from '../italian/dates'
import { emailById, latestEmails } from '../mail/outbox.server'
import { MAIL_STATES } from '../mail/states.rules'
import { env } from '../runtime/env.server'
import { Form, Submit } from '../ui/forms/form'
import { MailAddress } from '../ui/mail-link'
import { Dialog } from '../ui/overlays/dialog'
import { PageHead } from '../ui/page-head'
import { queryWith } from '../ui/query'
import { TableHead } from '../ui/tables/table-head'
import { errorToast } from '../ui/toast'
import type { Route } from './+types/mail.screen'
import { sendAgain } from './mail.commands.server'

const asId = (text: string | null) => (text && /^\d{1,15}$/.test(text) ? Number(text) : undefined)

/** `q`: words of addressee or subject. */
export async function loader({ context, url }: Route.LoaderArgs) {
  adminFrom(context)
  const open = asId(url.searchParams.get('leggi'))
  const { loadSection, respond } = loadSections()
  const unread = 'Impossibile caricare i dati'
  const q = (url.searchParams.get('q') ?? '').replaceAll('\0', '').trim().slice(0, SEARCH_MAX)
  const page = await loadSection(unread, latestEmails(asId(url.searchParams.get('prima')), wordsOf(q)), {
    emails: [],
  })
  const email = open === undefined ? undefined : await loadSection(unread, emailById(open), null)
  if (open !== undefined && email === undefined) throw data(null, { status: 404 })
  return respond({ ...page, q, email })
}

const FAILED = 'Si è verificato un errore'
const NOT_UNDELIVERED = 'questa email non è tra quelle non consegnate'

/** Sends an undelivered e-mail again. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const admin = adminFrom(context)
  const id = asId(String((await readForm(request)).get('email') ?? ''))
  if (id === undefined) throw data(null, { status: 400 })
  return withErrorToast(FAILED, async () => {
    const done = await sendAgain(admin, id)
    const title = env.smtpUrl ? 'L’email parte di nuovo' : 'L’email è di nuovo in coda'
    return redirectWith(
      `${href('/admin/mail')}${url.search}`,
      done ? { tone: 'success', title } : errorToast(`${FAILED}: ${NOT_UNDELIVERED}`),
    )
  })
}

export default function MailScreen({
  loaderData: { emails, older, q, email, toasts },
}: Route.ComponentProps) {
  const { search } = useLocation()
  const address = (further: Record<string, string> = {}) =>
    `${href('/admin/mail')}${queryWith('', { q, ...further })}`
  return (
    <section className="admin-row" aria-labelledby="posta">
      <PageHead title="Email del sito" noindex />
      <div className="admin-head">
        <h2 id="posta">Email del sito</h2>
      </div>
      {q && (
        <p className="quiet">
          Con «{q}» nel destinatario o nell’oggetto.{' '}
          <Link className="link" to={href('/admin/mail')}>
            Mostra tutte
          </Link>
        </p>
      )}
      {emails.length === 0 && toasts.length === 0 && <p className="quiet">Nessuna email.</p>}
      <table className="table dense stack">
        <TableHead columns={['Oggetto', 'Destinatario', 'Data', 'Stato']} />
        <tbody>
          {emails.map(({ id, subject, to, createdAt, state, lastError }) => (
            <tr key={id}>
              <td>
                <Link className="course-name" to={address({ leggi: String(id) })} preventScrollReset>
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
                {MAIL_STATES[state]}
                {lastError && <small>{lastError}</small>}
                {state === 'undelivered' && (
                  <Form method="post" action={`${href('/admin/mail')}${search}`} preventScrollReset>
                    <Submit
                      className="link row-step"
                      name="email"
                      value={id}
                      busy="Invio in corso..."
                      aria-label={`Invia di nuovo: ${subject}, a ${to.address}`}
                    >
                      Invia di nuovo
                    </Submit>
                  </Form>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {older !== undefined && (
        <Link className="link" to={address({ prima: String(older) })}>
          Email precedenti
        </Link>
      )}
      {email && (
        <Dialog title={email.subject} closeTo={address()}>
          <p className="quiet">
            A {email.to.name ? `${email.to.name} (${email.to.address})` : email.to.address}
          </p>
          {email.text === null ? (
            <p>Il testo non si mostra: contiene un link che vale solo per chi riceve l’email.</p>
          ) : (
            <pre className="message-text">{email.text}</pre>
          )}
        </Dialog>
      )}
    </section>
  )
}
