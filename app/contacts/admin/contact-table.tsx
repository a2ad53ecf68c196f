import { Link } from 'react-router'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { Form, Submit } from '../../ui/forms/form'
import { MailAddress } from '../../ui/mail-link'
import { TableHead } from '../../ui/tables/table-head'
import type { ListedContact } from './queries.server'
import { type InboxView, inboxAddress } from './rules'

type Props = { contacts: ListedContact[]; view: InboxView }

export function ContactTable({ contacts, view }: Props) {
  return (
    <table className="table dense stack fixed inbox">
      <TableHead columns={['Nome', 'Data', 'Corso di interesse', 'Messaggio']} hidden="Azioni" />
      <tbody>
        {contacts.map((contact) => (
          <Row key={contact.id} contact={contact} address={inboxAddress(view, contact.id)} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ contact, address }: { contact: ListedContact; address: string }) {
  const { id, name, surname, email, course, words, note, handledAt, createdAt } = contact
  const fullName = `${name} ${surname}`.trim()
  return (
    <tr>
      <td>
        <Link className="course-name" to={address} preventScrollReset>
          {fullName}
        </Link>
        <small>
          <MailAddress address={email} />
        </small>
      </td>
      <td data-label="Data" className="num">
        {formatDate(createdAt, 'dd/MM/yyyy HH:mm')}
      </td>
      <td data-label="Corso di interesse">{course ?? '–'}</td>
      <td data-label="Messaggio">
        <p className="excerpt">{words || '–'}</p>
        {note && <small className="excerpt">Nota: {note}</small>}
      </td>
      <td>
        {handledAt ? (
          <>Gestita {withArticle('il', formatDate(handledAt, 'dd/MM/yyyy'))}</>
        ) : (
          <Form method="post" action={address} className="row-actions" preventScrollReset>
            <input type="hidden" name="intent" value="handle" />
            <Submit
              className="button button-small"
              name="contact"
              value={id}
              busy="Salvataggio..."
              aria-label={`Segna come gestita: ${fullName}`}
            >
              Segna come gestita
            </Submit>
          </Form>
        )}
      </td>
    </tr>
  )
}
