import { addDays, formatISO, parseISO } from 'date-fns'
import { href, Link } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { courseOrList } from '../courses/office.queries.server'
import type { StoredCourse } from '../courses/queries.server'
import { pageBelow } from '../courses/table/rules'
import { loadSections } from '../http/toasts.server'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { today } from '../runtime/clock'
import { Icon } from '../ui/icon'
import { PageHead } from '../ui/page-head'
import { TableHead } from '../ui/tables/table-head'
import type { Route } from './+types/messages.screen'
import { messagesOf, type SentMessage } from './message.queries.server'
import { JOINING } from './terms.rules'
import './message.css'

/** `inviato`: the message that has just been sent. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const course = await courseOrList(admin, params.course, pageBelow(url.search))
  const { id, title, peopleEnrolled, cancelledAt } = course
  const { loadSection, respond } = loadSections()
  const messages = await loadSection('Impossibile caricare i messaggi', messagesOf(admin, id), null)
  return respond({
    course: { id, title, people: peopleEnrolled, isCancelled: cancelledAt !== null },
    planned: cancelledAt ? [] : plannedEmails(course, today()),
    messages,
    sent: url.searchParams.get('inviato'),
  })
}

const dayFrom = (day: string, days: number) =>
  formatISO(addDays(parseISO(day), days), { representation: 'date' })

/** The e-mails that will leave by themselves. `day`: today. */
function plannedEmails({ startDate, endDate, joiningEmail, thanksEmail }: StoredCourse, day: string) {
  const joining = joiningEmail && startDate && dayFrom(startDate, -JOINING.days)
  const thanks = thanksEmail && endDate && dayFrom(endDate, 1)
  return [
    ...(joining && joining >= day ? [{ what: 'Quando, dove, che cosa serve', on: joining }] : []),
    ...(thanks && thanks >= day ? [{ what: 'Grazie di aver partecipato', on: thanks }] : []),
  ]
}

export default function MessagesScreen({
  loaderData: { course, planned, messages, sent },
}: Route.ComponentProps) {
  return (
    <section aria-labelledby="messaggi">
      <PageHead title={`Messaggi: ${course.title}`} noindex />
      <div className="admin-head">
        <h3 id="messaggi">Messaggi agli iscritti</h3>
        {!course.isCancelled && (
          <Link className="button" to={href('/admin/courses/:course/messaggi/nuovo', { course: course.id })}>
            <Icon name="mail" /> Scrivi un messaggio
          </Link>
        )}
      </div>
      {planned.length > 0 && (
        <section className="edition-part" aria-labelledby="in-programma">
          <h4 id="in-programma">In programma</h4>
          <ul className="list">
            {planned.map(({ what, on }) => (
              <li key={what}>
                <b>{what}</b>{' '}
                <small className="quiet">
                  {formatDate(on, 'EEEE d MMMM')}, da sola, a{' '}
                  {formatCount(course.people, 'iscritto', 'iscritti')}
                </small>
              </li>
            ))}
          </ul>
        </section>
      )}
      {messages && messages.length === 0 && <p className="lead">Nessun messaggio è ancora partito.</p>}
      {messages && messages.length > 0 && <SentMessages messages={messages} sent={sent} />}
    </section>
  )
}

function SentMessages({ messages, sent }: { messages: SentMessage[]; sent: string | null }) {
  return (
    <table className="table dense stack sent-messages">
      <TableHead columns={['Oggetto', 'Quando', 'A chi', 'Esito']} />
      <tbody>
        {messages.map((message) => (
          <tr
            key={message.id}
            id={message.id === sent ? 'inviato' : undefined}
            tabIndex={message.id === sent ? -1 : undefined}
          >
            <td>
              <details open={message.id === sent}>
                <summary>{message.subject}</summary>
                <p className="message-text">{message.text}</p>
              </details>
              {message.by && <small>{message.by}</small>}
            </td>
            <td data-label="Quando" className="num">
              {formatDate(message.createdAt, 'd MMM yyyy')}
              <small>{formatDate(message.createdAt, 'HH:mm')}</small>
            </td>
            <td data-label="A chi">
              <Recipients message={message} />
            </td>
            <td data-label="Esito">
              <Outcome message={message} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Recipients({ message: { people, names } }: { message: SentMessage }) {
  return (
    <details>
      <summary>{formatCount(people, 'persona', 'persone')}</summary>
      <small>
        {names.join(', ')}
        {people > names.length && ` e altre ${people - names.length}`}
      </small>
    </details>
  )
}

function Outcome({ message: { undoneAt, delivered, waiting, undelivered } }: { message: SentMessage }) {
  if (undoneAt) return <span className="state state-ended">Non inviato</span>
  return (
    <>
      {undelivered.length > 0 && (
        <span className="state state-rejected">
          {formatCount(undelivered.length, 'non consegnata', 'non consegnate')}
        </span>
      )}
      {waiting > 0 && <span className="state">{formatCount(waiting, 'in partenza', 'in partenza')}</span>}
      {delivered > 0 && (
        <span className="state state-approved">{formatCount(delivered, 'consegnata', 'consegnate')}</span>
      )}
      {undelivered.length > 0 && (
        <small>
          {undelivered.join(', ')} · <Link to={href('/admin/mail')}>Email</Link>
        </small>
      )}
    </>
  )
}
