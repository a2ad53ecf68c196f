import { href, Link } from 'react-router'
import { z } from 'zod'
import { invalidForm, readForm } from '../../http/form.server'
import { redirectWith, withErrorProblem, withFlash } from '../../http/toasts.server'
import { refuse } from '../../runtime/outcome.rules'
import { ErrorSummary, type FormErrors } from '../../ui/forms/error-summary'
import { Form, Submit } from '../../ui/forms/form'
import { PageHead } from '../../ui/page-head'
import { CurrentPasswordField } from '../current-password-field'
import { destinationIn, signInPath, withDestination } from '../destination.rules'
import { EmailForm } from '../email-form'
import * as fields from '../fields'
import { intendedCourse, readIntention } from '../intended-course.server'
import { COURSE_PARAMETER, intendedCourseIn, intentionIn, withIntention } from '../intention.rules'
import { AUTH_PATHS } from '../pages.rules'
import { recentSignUp } from '../recent-sign-up.server'
import { explainAccountRefusal } from '../refusals.rules'
import { refusedForm } from '../refused-form.server'
import { LINK_LIFETIMES } from '../rules'
import { redirectToDestination } from '../session/after-sign-in.server'
import { findMember, visitorFrom } from '../session/session.server'
import { confirmationLinkState } from '../sign-ups.queries.server'
import type { Route } from './+types/confirm.screen'
import { confirmAddress, resendConfirmation } from './commands.server'
import '../../ui/narrow.css'

const ResendForm = z.object({ email: fields.email })
const ConfirmationForm = z.object({ password: fields.password })

const ALREADY_CONFIRMED = { tone: 'neutral', title: 'Account già confermato' } as const

/** Leads to the sign-in of an account that is confirmed already. */
const askToSignIn = (destination: string | null) =>
  redirectWith(signInPath(destination), {
    ...ALREADY_CONFIRMED,
    description: explainAccountRefusal(refuse('already-confirmed')),
  })

/** Only reads the link, without using it up: a button confirms the sign-up, since mail scanners open links. */
export async function loader({ url }: Route.LoaderArgs) {
  const token = url.searchParams.get('token')
  const link = token === null ? null : await confirmationLinkState(token)
  if (link === 'used') throw await askToSignIn(destinationIn(url))
  return {
    token,
    isLinkInvalid: link === 'invalid',
    ...intentionIn(url),
    email: url.searchParams.get('email') ?? '',
  }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request)
  const destination = destinationIn(url)
  const token = form.get('token')
  if (typeof token !== 'string') {
    const typed = { email: String(form.get('email') ?? ''), destination }
    return withErrorProblem(() => resendLink(request, context, url, typed), typed)
  }
  const link = { token, course: intendedCourseIn(form), destination, email: '' }
  return withErrorProblem(() => submitConfirmation(request, context, form, link), link)
}

type Context = Route.ActionArgs['context']
type LinkInForm = { token: string; course: string; destination: string | null; email: string }

/**
 * Confirms the sign-up with its password. The course to ask for comes from the link and not from the cookie, since the
 * e-mail may be opened in another browser.
 */
async function submitConfirmation(request: Request, context: Context, form: FormData, link: LinkInForm) {
  const { token, ...facts } = link
  const { course, destination } = facts
  const typed = ConfirmationForm.safeParse(Object.fromEntries(form))
  if (!typed.success) return invalidForm(typed.error, link)

  const member = await findMember(request, context)
  const confirmed = await confirmAddress(visitorFrom(context), token, typed.data.password, {
    opensSession: !member,
  })
  if (!confirmed.ok) {
    if (confirmed.refusal === 'already-confirmed')
      return member ? redirectWith(href('/dashboard'), ALREADY_CONFIRMED) : askToSignIn(destination)
    return refusedForm(confirmed, confirmed.refusal === 'invalid-link' ? facts : link)
  }

  const title = 'Account confermato'
  // The session of the member stays open: it belongs to another person.
  if (member) {
    return redirectWith(href('/dashboard'), {
      tone: 'success',
      title,
      description: 'Per usarlo esci e accedi di nuovo.',
    })
  }
  const headers = new Headers(confirmed.headers)
  headers.append('Set-Cookie', await recentSignUp.clear())
  if (course) headers.append('Set-Cookie', await intendedCourse.write(course))
  const toast = { tone: 'success', title, description: 'Benvenuto nel tuo account.' } as const
  return redirectToDestination(
    (!course && destination) || href('/dashboard'),
    await withFlash(toast, { headers }),
  )
}

/**
 * Mails the link again to the e-mail that the form holds. The course to ask for comes from the address, or else from
 * the cookie of the browser in which the visitor chose it.
 */
async function resendLink(
  request: Request,
  context: Context,
  url: URL,
  form: { email: string; destination: string | null },
) {
  const typed = ResendForm.safeParse(form)
  if (!typed.success) return invalidForm(typed.error, form)

  const intention = await readIntention(request, url)
  const sent = await resendConfirmation(visitorFrom(context), typed.data.email, intention)
  if (!sent.ok) return refusedForm(sent, form)
  return redirectWith(signInPath(form.destination), {
    tone: 'success',
    title: 'Controlla la tua email',
    description: 'Se questo indirizzo aspetta una conferma, riceverai di nuovo il link.',
  })
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { token, course, destination, email } = { ...loaderData, ...actionData }
  // The action returns the token only where the form of the confirmation is to be shown again.
  const hasValidLink = token !== null && (actionData ? 'token' in actionData : !loaderData.isLinkInvalid)
  return (
    <div className="page narrow">
      <PageHead
        title="Conferma il tuo account"
        path={AUTH_PATHS.confirm}
        noindex
        error={actionData !== undefined}
      />
      <h1>Conferma il tuo account</h1>
      {hasValidLink ? (
        <ConfirmForm token={token} course={course} destination={destination} result={actionData} />
      ) : (
        <>
          {loaderData.isLinkInvalid && !actionData && (
            <p>
              <b>Il link non è valido o è scaduto.</b> Se hai già confermato, accedi con la tua password.
            </p>
          )}
          <p>
            Per accedere apri il link nell’email che ti abbiamo mandato: vale {LINK_LIFETIMES.confirm.words}.
            Se non la trovi, guarda nella posta indesiderata o fattela mandare di nuovo.
          </p>
          <EmailForm
            result={actionData}
            action={withIntention(AUTH_PATHS.confirm, { course, destination })}
            destination={destination}
            submitLabel="Invia di nuovo l'email di conferma"
            email={email}
          />
        </>
      )}
    </div>
  )
}

type ConfirmFormProps = {
  token: string
  course: string
  destination: string | null
  result: FormErrors | undefined
}

/** Asks for the password of the sign-up: the link proves who reads the mailbox, the password who signed up. */
function ConfirmForm({ token, course, destination, result }: ConfirmFormProps) {
  return (
    <Form method="post" action={withDestination(AUTH_PATHS.confirm, destination)} className="form" noValidate>
      <ErrorSummary result={result} />
      <p>Un ultimo passo: scrivi la password che hai scelto al momento della registrazione.</p>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name={COURSE_PARAMETER} value={course} />
      <CurrentPasswordField label="Password" name="password" error={result?.errors?.password} />
      <div className="actions">
        <Submit className="button button-main button-large" busy="Conferma in corso...">
          Conferma il tuo account
        </Submit>
        <Link className="link" to={withIntention(AUTH_PATHS.recover, { course, destination })}>
          Password dimenticata?
        </Link>
      </div>
    </Form>
  )
}
