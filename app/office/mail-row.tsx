import { href, Link } from 'react-router'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { formatMomentInBrief } from '../italian/times'
import { MAIL_STATES } from '../mail/states.rules'
import { Form, Submit } from '../ui/forms/form'
import { MailAddress } from '../ui/mail-link'
import { queryWith } from '../ui/query'
import { UndoForm } from '../undo/undo-form'
import type { MailMessage, MailRecipient } from './mail.queries.server'
import '../ui/office-state.css'

/** The parameter of the address with the id of the message whose recipients are listed. */
export const UNFOLDED_PARAMETER = 'apri'

const rowId = (id: number) => `email-${id}`
const searchForPerson = (address: string) => `${href('/admin/people')}?${new URLSearchParams({ q: address })}`

type RowProps = {
  message: MailMessage
  /** All recipients, if the row is unfolded; undefined otherwise. */
  recipients: MailRecipient[] | undefined
  now: Date
  /** The query of the address of the list. */
  search: string
}

/** The row of a message: recipients, time and state. Below it all recipients, if the row is unfolded. */
export function MessageRow({ message, recipients, now, search }: RowProps) {
  const { id, subject, to, presentAddress, total, createdAt } = message
  const isUnfolded = recipients !== undefined
  const unfolding = { [UNFOLDED_PARAMETER]: isUnfolded ? null : String(id), leggi: null }
  // Subjects name what they are about after a colon: 'Iscrizione approvata: Leadership'.
  const [title, about] = subject.split(/: (.*)/s)
  return (
    <>
      <tr id={rowId(id)} className={isUnfolded || message.undelivered > 0 ? 'mail-unfolds' : undefined}>
        <td>
          <Link
            className="course-name"
            to={`${href('/admin/mail')}${queryWith(search, { leggi: String(id) })}`}
            preventScrollReset
          >
            {title}
            {about && <span className="visually-hidden">: {about}</span>}
          </Link>
          {about && <small aria-hidden="true">{about}</small>}
        </td>
        <td data-label="Destinatario">
          {total === 1 ? (
            <Link to={searchForPerson(presentAddress)}>
              {to.name || <MailAddress address={to.address} />}
            </Link>
          ) : (
            <Link
              to={`${href('/admin/mail')}${queryWith(search, unfolding)}#${rowId(id)}`}
              aria-expanded={isUnfolded}
              preventScrollReset
            >
              {formatCount(total, 'persona', 'persone')}
            </Link>
          )}
        </td>
        <td data-label="Data" className="num">
          {formatDate(createdAt, 'dd/MM/yyyy HH:mm')}
        </td>
        <td data-label="Stato">
          <DeliveryOutcome message={message} now={now} />
        </td>
        <td>
          <div className="row-actions">
            <RowAction message={message} search={search} />
          </div>
        </td>
      </tr>
      {isUnfolded && (
        <tr className="mail-recipients">
          <td colSpan={5}>
            <ul>
              {recipients.map((recipient) => (
                <Recipient key={recipient.id} recipient={recipient} search={search} />
              ))}
            </ul>
          </td>
        </tr>
      )}
    </>
  )
}

function Recipient({
  recipient: { id, name, address, presentAddress, sentAt, failedAt, lastError },
  search,
}: {
  recipient: MailRecipient
  search: string
}) {
  return (
    <li>
      <span>
        <Link to={`${href('/admin/mail')}${queryWith(search, { leggi: String(id) })}`} preventScrollReset>
          {name || address}
        </Link>{' '}
        {failedAt && <small className="few">{lastError ?? MAIL_STATES.undelivered}</small>}
      </span>
      {failedAt ? (
        <Link to={searchForPerson(presentAddress)}>
          Correggi l’indirizzo<span className="visually-hidden"> di {name || address}</span>
        </Link>
      ) : (
        <small className="num">
          {sentAt ? `${MAIL_STATES.sent} ${formatDate(sentAt, 'd MMM, HH:mm')}` : MAIL_STATES.queued}
        </small>
      )}
    </li>
  )
}

function DeliveryOutcome({
  message: { total, sent, undelivered, dueAt, lastError },
  now,
}: Pick<RowProps, 'message' | 'now'>) {
  const queued = total - sent - undelivered
  /** 'Inviata' for a message to one person, else '1 inviata' or '3 inviate'. */
  const numbered = (number: number, singular: string, plural: string) =>
    total === 1 ? singular : `${number} ${number === 1 ? singular.toLowerCase() : plural}`
  return (
    <>
      {undelivered > 0 && (
        <span className="state state-undelivered">
          {numbered(undelivered, 'Non consegnata', 'non consegnate')}
        </span>
      )}
      {queued > 0 && <span className="state">{numbered(queued, 'In coda', 'in coda')}</span>}
      {sent > 0 &&
        (undelivered + queued > 0 ? (
          <small>{numbered(sent, 'Inviata', 'inviate')}</small>
        ) : (
          <span className="state state-sent">{numbered(sent, 'Inviata', 'inviate')}</span>
        ))}
      {queued > 0 && dueAt > now && <small>parte {formatMomentInBrief(dueAt, now)}</small>}
      {total === 1 && lastError && <small>{lastError}</small>}
    </>
  )
}

/**
 * The button of a row: puts undelivered e-mails back into the outbox, or undoes the decision of the message. Renders
 * nothing if neither is possible.
 */
function RowAction({ message, search }: Pick<RowProps, 'message' | 'search'>) {
  const { id, subject, to, total, undelivered, undoableDecision } = message
  if (undelivered > 0) {
    const label = total === 1 ? 'Invia di nuovo' : `Invia di nuovo a ${undelivered}`
    return (
      <Form method="post" action={`${href('/admin/mail')}${search}`} preventScrollReset>
        <Submit
          className="button button-small"
          name={total === 1 ? 'email' : 'message'}
          value={id}
          busy="Invio in corso..."
          aria-label={`${label}: ${subject}${total === 1 ? `, a ${to.name || to.address}` : ''}`}
        >
          {label}
        </Submit>
      </Form>
    )
  }
  return undoableDecision && <UndoForm decision={undoableDecision} about={subject} />
}
