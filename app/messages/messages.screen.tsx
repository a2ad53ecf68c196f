import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { isBelowMinimum } from '../courses/minimum.rules'
import { courseFrom, courseOrRedirect } from '../courses/office.queries.server'
import type { StoredCourse } from '../courses/queries.server'
import { courseTablePage } from '../courses/table/rules'
import { remindersOf } from '../editions/reminders.queries.server'
import { joiningLetter, reminderDays } from '../editions/reminders.rules'
import { readForm } from '../http/form.server'
import { loadSections, redirectWith, withErrorToast } from '../http/toasts.server'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { letterSubject } from '../mail/wording'
import { today } from '../runtime/clock'
import { EmptyState } from '../ui/empty-state'
import { useFold } from '../ui/fold'
import { hasErrors } from '../ui/forms/error-summary'
import { Form, Submit } from '../ui/forms/form'
import { Icon, IconDrawing } from '../ui/icon'
import { More } from '../ui/overlays/more'
import { Toasts, toastsIn } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import { TableHead } from '../ui/tables/table-head'
import type { Route } from './+types/messages.screen'
import { sendMessageAgain } from './commands.server'
import { messagesOf, type SentMessage } from './queries.server'
import './messages.css'
import '../ui/office-state.css'

/** Loads the messages of an edition. `?inviato`: id of the one just sent. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseOrRedirect(courseFrom(context, params.course), courseTablePage(url.search))
  const { id, title, archivedAt, cancelledAt, joiningEmail, thanksEmail } = course
  const { loadSection, respond } = loadSections()
  const [messages, reminders] = await Promise.all([
    loadSection('Impossibile caricare i messaggi', messagesOf(staff, id), null),
    loadSection('Impossibile caricare i promemoria', remindersOf(staff, id), undefined),
  ])
  const automaticEmails = reminders ? automaticEmailsOf(course, reminders) : []
  return respond({
    course: {
      id,
      title,
      isCancelled: cancelledAt !== null,
      hasReminders: joiningEmail || thanksEmail,
    },
    planned: cancelledAt || archivedAt ? [] : plannedEmails(course, automaticEmails, today()),
    sentReminders: automaticEmails.flatMap(({ subject, kind, sent, lastSentAt }) =>
      lastSentAt ? [{ subject, kind, people: sent, sentAt: lastSentAt }] : [],
    ),
    messages,
    newMessageId: url.searchParams.get('inviato'),
  })
}

const FAILED = 'Impossibile inviare di nuovo'

/** Puts the undelivered e-mails of a message into the outbox again. `again`: the id of the message. */
export async function action({ request, params, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const id = String((await readForm(request)).get('again') ?? '')
  return withErrorToast(FAILED, async () => {
    const course = await courseOrRedirect(courseFrom(context, params.course), courseTablePage(url.search))
    const count = await sendMessageAgain(staff, course.id, id)
    return redirectWith(href('/admin/courses/:course/messaggi', { course: course.id }), {
      tone: count > 0 ? 'success' : 'neutral',
      title:
        count > 0
          ? `Di nuovo in coda: ${formatCount(count, 'email', 'email')}`
          : 'Nessuna email da inviare di nuovo',
    })
  })
}

type Reminders = NonNullable<Awaited<ReturnType<typeof remindersOf>>>

/**
 * The automatic e-mails to the participants, with how far each is. `kind`: in words; `day`: the first on which it is
 * sent, YYYY-MM-DD, null if the edition does not send it or has no dates.
 */
function automaticEmailsOf(course: StoredCourse, { joining, thanks }: Reminders) {
  const days = reminderDays(course)
  return [
    {
      ...joining,
      subject: letterSubject(joiningLetter(course)),
      kind: 'Promemoria, automatico',
      day: course.joiningEmail ? days.joining : null,
      awaitsConfirmation: isBelowMinimum(course),
    },
    {
      ...thanks,
      subject: letterSubject('thanks'),
      kind: 'Dopo l’ultima lezione, automatico',
      day: course.thanksEmail ? days.thanks : null,
      awaitsConfirmation: false,
    },
  ]
}

/**
 * The automatic e-mails that are still to come: all before their first day (`day`), later those that somebody has not
 * got yet, as long as they are sent. `day`: null once that day has passed; `people`: how many will get it.
 */
function plannedEmails(
  { peopleEnrolled }: StoredCourse,
  emails: ReturnType<typeof automaticEmailsOf>,
  currentDay: string,
) {
  return emails.flatMap(({ subject, kind, day, awaitsConfirmation, lacking }) => {
    const people = day && day > currentDay ? peopleEnrolled : lacking
    if (!day || (day <= currentDay && people === 0)) return []
    return [
      {
        subject,
        kind: awaitsConfirmation ? `${kind}, dopo la conferma` : kind,
        day: day >= currentDay ? day : null,
        people,
      },
    ]
  })
}

export default function MessagesScreen({
  loaderData: { course, planned, sentReminders, messages, newMessageId },
  actionData,
}: Route.ComponentProps) {
  const sent = [
    ...sentReminders.map((reminder) => ({
      at: reminder.sentAt,
      row: (
        <AutomaticEmailRow
          key={reminder.subject}
          email={reminder}
          when={<SentAt moment={reminder.sentAt} />}
          people={formatCount(reminder.people, 'persona', 'persone')}
        >
          <span className="quiet">Affidato alla posta</span>
        </AutomaticEmailRow>
      ),
    })),
    ...(messages ?? []).map((message) => ({
      at: message.createdAt,
      row: (
        <MessageRow
          key={message.id}
          course={course.id}
          message={message}
          isNew={message.id === newMessageId}
        />
      ),
    })),
  ].sort((a, b) => b.at.getTime() - a.at.getTime())
  return (
    <section aria-labelledby="messaggi">
      {actionData && <Toasts toasts={toastsIn(actionData)} />}
      <PageHead title={`Messaggi: ${course.title}`} noindex error={hasErrors(actionData)} />
      <div className="admin-head messages-head">
        <h3 id="messaggi">Messaggi agli iscritti</h3>
        {!course.isCancelled && (
          <Link
            className="button button-small"
            to={href('/admin/courses/:course/messaggi/nuovo', { course: course.id })}
          >
            <Icon name="mail" /> Scrivi un messaggio
          </Link>
        )}
      </div>
      {messages && planned.length + sent.length === 0 && (
        <EmptyState
          title="Nessun messaggio scritto agli iscritti."
          act={
            <Link to={href('/admin/courses/:course/panoramica', { course: course.id })}>
              Che cosa parte da sé
            </Link>
          }
        >
          Qui restano i messaggi scritti agli iscritti, con chi li ha ricevuti.
          {!course.isCancelled &&
            (course.hasReminders
              ? ' I\u00a0promemoria automatici sono accesi: si vedono in Panoramica.'
              : ' I\u00a0promemoria che partono da soli sono spenti.')}
        </EmptyState>
      )}
      {planned.length + sent.length > 0 && (
        <table className="table dense stack messages">
          <TableHead columns={['Oggetto', 'Quando', 'A chi', 'Esito']} hidden="Azioni" />
          {planned.length > 0 && (
            <tbody>
              <GroupHead name="In programma" />
              {planned.map((email) => (
                <AutomaticEmailRow
                  key={email.subject}
                  email={email}
                  when={email.day ? formatDate(email.day, 'EEE d MMM') : 'Appena possibile'}
                  people={formatCount(email.people, 'iscritto', 'iscritti')}
                >
                  <span className="state state-planned">Parte da sé</span>
                </AutomaticEmailRow>
              ))}
            </tbody>
          )}
          {sent.length > 0 && (
            <tbody>
              <GroupHead name="Spediti" />
              {sent.map(({ row }) => row)}
            </tbody>
          )}
        </table>
      )}
    </section>
  )
}

function GroupHead({ name }: { name: string }) {
  return (
    <tr className="messages-group">
      <th colSpan={5} scope="rowgroup">
        {name}
      </th>
    </tr>
  )
}

/** An automatic e-mail, planned or sent. `children`: how far it is. */
function AutomaticEmailRow({
  email: { subject, kind },
  when,
  people,
  children,
}: {
  email: { subject: string; kind: string }
  when: ReactNode
  people: string
  children: ReactNode
}) {
  return (
    <tr>
      <td>
        <b className="message-subject">{subject}</b>
        <small>{kind}</small>
      </td>
      <td data-label="Quando" className="num message-when">
        {when}
      </td>
      <td data-label="A chi">{people}</td>
      <td data-label="Esito">{children}</td>
      <td className="messages-acts" />
    </tr>
  )
}

function SentAt({ moment }: { moment: Date }) {
  return (
    <>
      {formatDate(moment, 'd MMM yyyy')}
      <small>{formatDate(moment, 'HH:mm')}</small>
    </>
  )
}

/** The drawing of a paper clip. */
const CLIP =
  'M15 8.5l-5.500 5.500a3 3 0 0 1-4.300-4.300l6-6a2 2 0 0 1 2.900 2.900l-5.700 5.700a.9.9 0 0 1-1.300-1.300L12 6.200'

function MessageRow({ course, message, isNew }: { course: string; message: SentMessage; isNew: boolean }) {
  const { id, subject, text, attachments, createdAt, by, undoneAt, undelivered } = message
  const fold = useFold(isNew)
  return (
    <tr id={isNew ? 'inviato' : undefined} tabIndex={isNew ? -1 : undefined}>
      <td>
        <details {...fold}>
          <summary className="message-subject">{subject}</summary>
          <p className="message-text">{text}</p>
          {attachments.length > 0 && <p className="quiet">Allegati: {attachments.join(', ')}</p>}
        </details>
        <small className="message-by">
          {attachments.length > 0 && <IconDrawing path={CLIP} />}
          {[attachments.length > 0 && formatCount(attachments.length, 'allegato', 'allegati'), by]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </td>
      <td data-label="Quando" className="num message-when">
        <SentAt moment={createdAt} />
      </td>
      <td data-label="A chi">
        <RecipientNames message={message} />
      </td>
      <td data-label="Esito">
        <DeliveryOutcome message={message} />
      </td>
      <td className="messages-acts">
        <More of={subject}>
          {undelivered > 0 && !undoneAt && (
            <Form
              method="post"
              action={href('/admin/courses/:course/messaggi', { course })}
              preventScrollReset
            >
              <Submit className="" name="again" value={id} busy="Invio in corso...">
                Invia di nuovo a chi manca ({undelivered})
              </Submit>
            </Form>
          )}
          <Link to={`${href('/admin/courses/:course/messaggi/nuovo', { course })}?base=${id}`}>
            Usa come base
          </Link>
        </More>
      </td>
    </tr>
  )
}

/** The states of the e-mail of a recipient, with the words before the names. */
const RECIPIENT_STATES = [
  ['undelivered', 'Non l’hanno ricevuto:'],
  ['queued', 'In coda:'],
  ['sent', 'Inviato a:'],
  [null, ''],
] as const

/** Names the listed recipients of a message by the state of their e-mail, and counts the others. */
function RecipientNames({ message: { people, recipients } }: { message: SentMessage }) {
  const unnamedCount = people - recipients.length
  return (
    <details>
      <summary>{formatCount(people, 'persona', 'persone')}</summary>
      {RECIPIENT_STATES.map(([state, words]) => {
        const names = recipients.filter((recipient) => recipient.state === state).map(({ name }) => name)
        return (
          names.length > 0 && (
            <small key={words}>
              {words && <b>{words}</b>} {names.join(', ')}
            </small>
          )
        )
      })}
      {unnamedCount > 0 && (
        <small>{unnamedCount === 1 ? 'e un’altra persona' : `e altre ${unnamedCount} persone`}</small>
      )}
    </details>
  )
}

function DeliveryOutcome({
  message: { undoneAt, delivered, queued, undelivered, recipients },
}: {
  message: SentMessage
}) {
  if (undoneAt) return <span className="state state-not-sent">Non inviato</span>
  const failed = recipients.filter(({ state }) => state === 'undelivered')
  return (
    <>
      {undelivered > 0 && (
        <span className="state state-undelivered">
          {formatCount(undelivered, 'non consegnata', 'non consegnate')}
        </span>
      )}
      {queued > 0 && <span className="state">{queued} in coda</span>}
      {delivered > 0 && (
        <span className="state state-sent">{formatCount(delivered, 'inviata', 'inviate')}</span>
      )}
      {failed.slice(0, MOST_FAILURES).map(({ name, error }, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
        <small key={number}>
          {name}
          {error && `: ${error}`}
        </small>
      ))}
      {/* The e-mails of an old message are deleted. */}
      {delivered + queued + undelivered === 0 && <span className="quiet">Partito</span>}
    </>
  )
}

/** How many failures are shown with their error; `RecipientNames` names more of them. */
const MOST_FAILURES = 3
