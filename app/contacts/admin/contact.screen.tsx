import { data, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { adminFrom } from '../../accounts/session.server'
import { orRedirect, withErrorToast } from '../../http/faults.server'
import { redirectWith } from '../../http/flash.server'
import { readForm } from '../../http/form.server'
import { Dialog } from '../../ui/dialog'
import { formatDate, telLink } from '../../ui/format'
import { MailLink } from '../../ui/mail-link'
import { PageHead } from '../../ui/page-head'
import { errorToast, type Toast } from '../../ui/toast'
import { messageParts, tidyLines } from '../rules'
import type { Route } from './+types/contact.screen'
import { handleContact, noteContact, reopenContact } from './commands.server'
import { ContactSteps, type NoteAnswer } from './contact-steps'
import { contactById } from './queries.server'
import {
  type Decision,
  explain,
  type InboxView,
  inboxAddress,
  inboxView,
  isAboutNote,
  type Written,
} from './rules'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const finding = contactById(adminFrom(context), params.contact)
  const below = inboxAddress(inboxView(url.searchParams))
  const contact = await orRedirect(below, 'Impossibile caricare i dati', finding)
  if (!contact) throw data(null, { status: 404 })
  return contact
}

/** After a refusal the present note is shown. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate
}

const FAILED = 'Si è verificato un errore'

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const admin = adminFrom(context)
  const form = await readForm(request)
  const text = (name: string) => tidyLines(String(form.get(name) ?? ''))
  const written = form.has('note') ? { note: text('note'), before: text('before') } : undefined
  const view = inboxView(url.searchParams)
  const undo = { label: 'Riapri', action: inboxAddress(view, params.contact), fields: { intent: 'reopen' } }
  return withErrorToast(FAILED, async () => {
    switch (form.get('intent')) {
      case 'handle': {
        const decision = await handleContact(admin, params.contact, written)
        return told(view, decision, written, { tone: 'success', title: 'Richiesta gestita', undo })
      }
      case 'reopen': {
        const decision = await reopenContact(admin, params.contact, written)
        return told(view, decision, written, { tone: 'success', title: 'Richiesta riaperta' })
      }
      case 'note': {
        const decision = await noteContact(admin, params.contact, written ?? { note: '', before: '' })
        return told(view, decision, written, { tone: 'success', title: 'Nota salvata' })
      }
      default:
        throw data(null, { status: 400 })
    }
  })
}

function told(view: InboxView, decision: Decision, written: Written | undefined, success: Toast) {
  if (decision.ok) return redirectWith(inboxAddress(view), success)
  if (isAboutNote(decision.refusal)) {
    return data({ errors: { note: explain(decision) }, note: written?.note } satisfies NoteAnswer, {
      status: 409,
    })
  }
  return redirectWith(inboxAddress(view), errorToast(`${FAILED}: ${explain(decision)}`))
}

export default function Contact({ loaderData: contact, actionData }: Route.ComponentProps) {
  const view = inboxView(new URLSearchParams(useLocation().search))
  const answer: NoteAnswer & { toasts?: Toast[] } = actionData ?? {}
  const who = `${contact.name} ${contact.surname}`.trim()
  const { course, company, words } = messageParts(contact.message)
  const facts = {
    Email: <MailLink address={contact.email} />,
    Telefono: <a href={telLink(contact.phone)}>{contact.phone}</a>,
    ...(course && { 'Corso di interesse': course }),
    ...(company && { Azienda: company }),
    Data: formatDate(contact.createdAt, 'dd/MM/yyyy HH:mm'),
    ...(contact.handledAt && { 'Gestita il': formatDate(contact.handledAt, 'dd/MM/yyyy HH:mm') }),
  }
  return (
    <Dialog title={who} closeTo={inboxAddress(view)}>
      <PageHead title={`Richiesta di ${who}`} noindex error={answer.errors !== undefined} />
      <dl className="facts">
        {Object.entries(facts).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="message-text">{words || '–'}</p>
      <ContactSteps contact={contact} address={inboxAddress(view, contact.id)} answer={answer} />
    </Dialog>
  )
}
