import { data, href } from 'react-router'
import { z } from 'zod'
import { email } from '../accounts/fields'
import { personPage } from '../accounts/pages.rules'
import { offerNewEmail } from '../accounts/profile/new-email.commands.server'
import { explainAccountRefusal, refusalInit } from '../accounts/refusals.rules'
import { EMAIL_MAX, LINK_LIFETIMES, mayChangeEmail } from '../accounts/rules'
import { staffFrom } from '../accounts/session/session.server'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { ErrorSummary, type FieldErrors, fieldErrors } from '../ui/forms/error-summary'
import { Field } from '../ui/forms/field'
import type { Toast } from '../ui/toast'
import type { Route } from './+types/new-email.screen'
import { personOr404 } from './person.queries.server'
import { PersonQuestion } from './person-question'

const NewEmail = z.object({ email })

export async function loader({ params, context }: Route.LoaderArgs) {
  const person = await personOr404(staffFrom(context), params.person)
  // Without a new e-mail so far: only the refusal for staff is possible.
  const allowed = mayChangeEmail(person, '')
  return { person, refusal: allowed.ok ? undefined : explainAccountRefusal(allowed) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const typed = NewEmail.safeParse(Object.fromEntries(form))
  const value = String(form.get('email') ?? '')
  if (!typed.success) return data({ errors: fieldErrors(typed.error), value }, { status: 400 })
  const answer = async () => {
    const offered = await offerNewEmail(staff, params.person, typed.data.email)
    if (!offered.ok)
      return data({ errors: { email: explainAccountRefusal(offered) }, value }, refusalInit(offered))
    return redirectWith(personPage(params.person), {
      tone: 'success',
      title: 'Link di conferma inviato',
      description: `Se ${typed.data.email} è libero, riceve un link che vale ${LINK_LIFETIMES.email.words}: l’email cambia quando viene confermata da lì.`,
    })
  }
  return withErrorToast('Si è verificato un errore', answer, { value })
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

type ActionResult = { errors?: FieldErrors; value?: string; toasts?: Toast[] }
const TITLE = 'Cambia l’email'

export default function OfferNewEmail({ loaderData, actionData, params }: Route.ComponentProps) {
  const { person, refusal } = loaderData
  const result: ActionResult = actionData ?? {}
  return (
    <PersonQuestion
      title={TITLE}
      person={person}
      action={href('/admin/people/:person/email', params)}
      noValidate
      summary={<ErrorSummary result={actionData} errors={result.errors} />}
      refusal={refusal}
      busy="Invio in corso..."
      button="Invia il link"
    >
      <p>
        Al nuovo indirizzo arriva un link che vale {LINK_LIFETIMES.email.words}; quello di adesso ne viene
        avvisato. L’email cambia quando la persona conferma dal link.
      </p>
      {person.offeredEmail && (
        <p>In attesa di conferma: {person.offeredEmail}. Un nuovo link lo sostituisce.</p>
      )}
      <Field
        label="Nuova email"
        name="email"
        type="email"
        autoComplete="off"
        maxLength={EMAIL_MAX}
        required
        defaultValue={result.value ?? ''}
        error={result.errors?.email}
      />
    </PersonQuestion>
  )
}
