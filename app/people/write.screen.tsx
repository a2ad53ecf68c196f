import { randomUUID } from 'node:crypto'
import { data, href } from 'react-router'
import { personPage } from '../accounts/pages.rules'
import { explainAccountRefusal } from '../accounts/refusals.rules'
import { staffFrom } from '../accounts/session/session.server'
import { undoPeriodInWords } from '../enrolments/decision.rules'
import { undoButton } from '../enrolments/undo-toast.server'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { explainMessageRefusal, MESSAGE_LIMITS, mistakesInMessage } from '../messages/rules'
import { env } from '../runtime/env.server'
import { ErrorSummary } from '../ui/forms/error-summary'
import { Field, TextArea } from '../ui/forms/field'
import type { Toast } from '../ui/toast'
import type { Route } from './+types/write.screen'
import { writeToPerson } from './message.commands.server'
import { personMessageById } from './message.queries.server'
import { personOr404 } from './person.queries.server'
import { PersonQuestion } from './person-question'

/** `?base`: the id of a message to this person with whose words the form begins. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const person = await personOr404(staff, params.person)
  const base = await personMessageById(staff, params.person, url.searchParams.get('base') ?? '')
  return { person, base, minutes: env.undoMinutes, key: randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const field = (name: string) => String(form.get(name) ?? '')
  const typed = { subject: field('subject'), text: field('text') }
  const page = personPage(params.person)
  const mistakes = mistakesInMessage(typed)
  const errors = Object.fromEntries(
    Object.entries(mistakes).map(([field, mistake]) => [field, explainMessageRefusal(mistake)]),
  )
  if (Object.keys(errors).length > 0) return data({ typed, errors }, { status: 400 })
  const answer = async () => {
    const sent = await writeToPerson(staff, params.person, { ...typed, key: field('key') })
    if (sent.ok) {
      const title = 'Messaggio in coda'
      return redirectWith(page, {
        tone: 'success',
        title,
        description: typed.subject,
        ...undoButton(sent.decision, page),
      })
    }
    const { refusal } = sent
    if (refusal === 'sent-twice')
      return redirectWith(page, { tone: 'neutral', title: explainMessageRefusal(refusal) })
    const sentence =
      refusal === 'unknown-person' || refusal === 'role-changed'
        ? explainAccountRefusal({ ok: false, refusal })
        : explainMessageRefusal(refusal)
    return data({ typed, errors: { text: sentence } }, { status: 400 })
  }
  return withErrorToast('Impossibile inviare il messaggio', answer, { typed, key: field('key') })
}

/** `key`: after a fault, that of the form, since the message may be stored all the same. */
type ActionResult = {
  key?: string
  typed?: { subject: string; text: string }
  errors?: Record<string, string>
  toasts?: Toast[]
}

export default function WriteScreen({ loaderData, actionData, params }: Route.ComponentProps) {
  const { person, base, minutes, key } = loaderData
  const result: ActionResult = actionData ?? {}
  const typed = result.typed ?? base
  return (
    <PersonQuestion
      title={`Scrivi a ${person.firstName} ${person.lastName}`}
      person={person}
      action={href('/admin/people/:person/scrivi', params)}
      noValidate
      summary={<ErrorSummary result={actionData} errors={result.errors} />}
      busy="Invio in corso..."
      button="Invia il messaggio"
    >
      <input type="hidden" name="key" value={result.key ?? key} />
      <Field
        label="Oggetto"
        name="subject"
        maxLength={MESSAGE_LIMITS.subject}
        defaultValue={typed?.subject}
        error={result.errors?.subject}
      />
      <TextArea
        label="Messaggio"
        name="text"
        rows={8}
        maxLength={MESSAGE_LIMITS.text}
        hint="Comincia con «Ciao» e il nome, da solo. Una riga vuota comincia un nuovo paragrafo."
        defaultValue={typed?.text}
        error={result.errors?.text}
      />
      <p className="hint">
        L’email parte{undoPeriodInWords(minutes) || ' subito'}. La risposta arriva alla segreteria; il
        messaggio resta nella storia della persona.
      </p>
    </PersonQuestion>
  )
}
