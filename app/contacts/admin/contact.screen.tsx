import { randomUUID } from 'node:crypto'
import { data, href, Link, useLocation } from 'react-router'
import { PhoneLinks } from '../../accounts/phone-links'
import { personWithEmail } from '../../accounts/queries.server'
import type { Staff } from '../../accounts/rules'
import { staffFrom } from '../../accounts/session/session.server'
import { readForm } from '../../http/form.server'
import { readOrRedirect, redirectWith, withErrorToast } from '../../http/toasts.server'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { privacyNoticeAt } from '../../site/legal.server'
import { hasErrors } from '../../ui/forms/error-summary'
import { loadAfterConflict } from '../../ui/forms/load-after-conflict'
import { MailLink } from '../../ui/mail-link'
import { Dialog } from '../../ui/overlays/dialog'
import { PageHead } from '../../ui/page-head'
import { errorToast, type Toast } from '../../ui/toast'
import { messageParts, tidyLines } from '../rules'
import type { Route } from './+types/contact.screen'
import { handleContact, noteContact, reopenContact, replyToContact } from './commands.server'
import { type ContactFormResult, ContactSteps } from './contact-steps'
import { contactById, repliesTo } from './queries.server'
import { Replies } from './replies'
import { type ContactOutcome, explainContactRefusal, fieldOfRefusal, inboxAddress, inboxView } from './rules'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const listPage = inboxAddress(inboxView(url.searchParams))
  const reading = readContact(staffFrom(context), params.contact)
  const contact = await readOrRedirect(listPage, 'Impossibile caricare i dati', reading)
  if (!contact) throw data(null, { status: 404 })
  return contact
}

/**
 * Returns a message with its replies, the person who has its e-mail, the privacy notice that its sender accepted, and a
 * key for the form; undefined for an unknown id.
 */
async function readContact(staff: Staff, id: string) {
  const contact = await contactById(staff, id)
  if (!contact) return undefined
  const [replies, person] = await Promise.all([repliesTo(staff, id), personWithEmail(staff, contact.email)])
  const notice = privacyNoticeAt(contact.createdAt, contact.privacyVersion)
  return { ...contact, replies, person, notice, replyKey: randomUUID() }
}

export const shouldRevalidate = loadAfterConflict

const FAILED = 'Si è verificato un errore'
const UNSENT_REPLY = 'Hai scritto una risposta: inviala, oppure cancellala'

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const text = (name: string) => tidyLines(String(form.get(name) ?? ''))
  const typedNote = form.has('note') ? { note: text('note'), before: text('before') } : undefined
  const reply = {
    key: String(form.get('key') ?? ''),
    text: text('reply'),
    shownReplies: Number(form.get('shownReplies')),
  }
  const intent = form.get('intent')
  if (reply.text && intent !== 'reply')
    return showFormAgain({ errors: { reply: UNSENT_REPLY }, ...typedNote, reply: reply.text })
  const view = inboxView(url.searchParams)
  const page = inboxAddress(view, params.contact)
  const button = { label: 'Riapri', action: page, fields: { intent: 'reopen' } }
  /**
   * Redirects to `to` with a toast, which has `toastDetails` beside the title. Shows the form again for a refusal about
   * one of its fields; redirects to the list for another refusal.
   */
  const respond = (
    outcome: ContactOutcome,
    title: string,
    toastDetails: Partial<Toast> = {},
    to = inboxAddress(view),
  ) => {
    if (outcome.ok) return redirectWith(to, { tone: 'success', title, ...toastDetails })
    const field = fieldOfRefusal(outcome.refusal)
    const sentence = explainContactRefusal(outcome)
    if (!field) return redirectWith(inboxAddress(view), errorToast(`${FAILED}: ${sentence}`))
    // The form that says which note is stored replaces that one; any other form does not, since nobody has read it.
    const before = outcome.refusal === 'note-changed' ? undefined : typedNote?.before
    return showFormAgain({ errors: { [field]: sentence }, note: typedNote?.note, before, reply: reply.text })
  }
  const answer = async () => {
    switch (intent) {
      case 'handle':
        return respond(await handleContact(staff, params.contact, typedNote), 'Richiesta gestita', { button })
      case 'reopen':
        return respond(await reopenContact(staff, params.contact, typedNote), 'Richiesta riaperta')
      case 'note':
        return respond(await noteContact(staff, params.contact, typedNote), 'Nota salvata')
      case 'reply': {
        const outcome = await replyToContact(staff, params.contact, reply, typedNote)
        return respond(outcome, 'Risposta inviata', { description: 'La richiesta è gestita.' }, page)
      }
      default:
        throw data(null, { status: 400 })
    }
  }
  return withErrorToast(FAILED, answer, {
    ...typedNote,
    reply: reply.text,
    replyKey: reply.key,
  } satisfies ContactFormResult)
}

/** Shows the form again with what was typed. */
const showFormAgain = (result: ContactFormResult) => data(result, { status: 409 })

export default function Contact({ loaderData: contact, actionData }: Route.ComponentProps) {
  const view = inboxView(new URLSearchParams(useLocation().search))
  const result: ContactFormResult & { toasts?: Toast[] } = actionData ?? {}
  const fullName = `${contact.name} ${contact.surname}`.trim()
  const { course, company, words } = messageParts(contact.message)
  const { person } = contact
  const facts = {
    ...(person && {
      Persona: (
        <Link
          to={href('/admin/people/:person', { person: person.id })}
        >{`${person.firstName} ${person.lastName}`}</Link>
      ),
    }),
    Email: <MailLink address={contact.email} />,
    Telefono: <PhoneLinks phone={contact.phone} />,
    ...(course && { 'Corso di interesse': course }),
    ...(company && { Azienda: company }),
    Data: formatDate(contact.createdAt, 'dd/MM/yyyy HH:mm'),
    'Privacy Policy accettata': contact.notice ? (
      <Link to={contact.notice.address}>
        Versione {contact.notice.number},{' '}
        {withArticle('del', formatDate(contact.privacyVersion, 'd MMMM yyyy'))}
      </Link>
    ) : (
      `Versione ${withArticle('del', formatDate(contact.privacyVersion, 'd MMMM yyyy'))}`
    ),
    ...(contact.handledAt && { 'Gestita il': formatDate(contact.handledAt, 'dd/MM/yyyy HH:mm') }),
  }
  return (
    <Dialog title={fullName} closeTo={inboxAddress(view)}>
      <PageHead title={`Richiesta di ${fullName}`} noindex error={hasErrors(result)} />
      <dl className="facts">
        {Object.entries(facts).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="message-text">{words || '–'}</p>
      <Replies replies={contact.replies} />
      <ContactSteps
        key={`${contact.id} ${contact.replies.length}`}
        contact={contact}
        address={inboxAddress(view, contact.id)}
        result={actionData ? result : undefined}
      />
    </Dialog>
  )
}
