import { href, Link, redirect, useOutletContext } from 'react-router'
import { redirectWith, withErrorProblem } from '../../http/toasts.server'
import { env } from '../../runtime/env.server'
import { Envelope } from '../../ui/artwork/envelope'
import { ErrorSummary, type FormErrors } from '../../ui/forms/error-summary'
import { Form, Submit } from '../../ui/forms/form'
import { PageHead } from '../../ui/page-head'
import { signInPath, withDestination } from '../destination.rules'
import { EmailForm } from '../email-form'
import { suggestedEmail } from '../email-suggestion.rules'
import { intendedCourse } from '../intended-course.server'
import { AUTH_PATHS } from '../pages.rules'
import { recentSignUp } from '../recent-sign-up.server'
import { refusedForm } from '../refused-form.server'
import { LINK_LIFETIMES } from '../rules'
import { findMember, visitorFrom } from '../session/session.server'
import type { Route } from './+types/check-mail.screen'
import { resendConfirmation } from './commands.server'
import { type IntendedRequest, NextSteps } from './next-steps'
import '../../ui/tables/list.css'

/** The sign-up form with what was typed before. `=intesa` after this path fills in the suggested e-mail. */
const CHANGE_EMAIL_PATH = `${AUTH_PATHS.signUp}&cambia`

export async function loader({ request, context }: Route.LoaderArgs) {
  if (await findMember(request, context)) throw redirect(href('/dashboard'))
  const recent = await recentSignUp.read(request)
  const email = recent?.email
  return {
    email,
    destination: recent?.destination ?? null,
    suggestion: email && suggestedEmail(email),
    sender: env.mailFrom.address,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  if (await findMember(request, context)) return redirect(href('/dashboard'))
  const recent = await recentSignUp.read(request)
  if (!recent) return redirect(AUTH_PATHS.confirm)
  const course = (await intendedCourse.read(request)) ?? undefined
  return withErrorProblem(async () => {
    const sent = await resendConfirmation(visitorFrom(context), recent.email, {
      course,
      destination: recent.destination,
    })
    if (!sent.ok) return refusedForm(sent)
    return redirectWith(AUTH_PATHS.checkMail, {
      tone: 'success',
      title: 'Controlla la tua email',
      description: `Se ${recent.email} aspetta una conferma, riceverai di nuovo il link.`,
    })
  })
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function CheckMail({ loaderData, actionData }: Route.ComponentProps) {
  const { email, destination, suggestion, sender } = loaderData
  const intendedRequest = useOutletContext<IntendedRequest>()
  return (
    <>
      <PageHead
        title="Controlla la posta"
        path={AUTH_PATHS.checkMail}
        noindex
        error={actionData !== undefined}
      />
      <Envelope />
      <h1>Controlla la posta</h1>
      {email === undefined ? (
        <EmailUnknown />
      ) : (
        <>
          <p>
            Abbiamo scritto a <b>{email}</b>. Apri l’email e premi il pulsante: ti chiederemo la password che
            hai appena scelto, poi entri nella tua area{intendedRequest && ' e invii la richiesta'}.
          </p>
          {suggestion && (
            <p>
              Intendevi{' '}
              <Link className="text-link" to={withDestination(`${CHANGE_EMAIL_PATH}=intesa`, destination)}>
                {suggestion}
              </Link>
              ?
            </p>
          )}
          <NextSteps
            currentStep="Confermi l’email"
            note={`Il link vale ${LINK_LIFETIMES.confirm.words}, da ogni dispositivo`}
            intendedRequest={intendedRequest}
          />
          <NoMail sender={sender} destination={destination} result={actionData} />
        </>
      )}
    </>
  )
}

/** What to do when the e-mail of the sign-up does not arrive. */
function NoMail({
  sender,
  destination,
  result,
}: {
  sender: string
  destination: string | null
  result: FormErrors | undefined
}) {
  return (
    <section className="no-mail" aria-labelledby="non-arriva">
      <h2 id="non-arriva">Se non arriva nulla</h2>
      <ul className="list">
        <li>Aspetta qualche minuto, poi guarda nella posta indesiderata: il mittente è {sender}.</li>
        <li>
          L’indirizzo è sbagliato?{' '}
          <Link to={withDestination(CHANGE_EMAIL_PATH, destination)}>Cambia indirizzo</Link>: nome e cognome
          restano scritti.
        </li>
        <li>Con questo indirizzo avevi già un account? L’email ti dice come accedere.</li>
      </ul>
      <Form method="post" className="form">
        <ErrorSummary result={result} />
        <div className="actions">
          <Submit busy="Invio in corso...">Invia di nuovo</Submit>
          <Link className="link" to={signInPath(destination)}>
            Ho già confermato: accedi
          </Link>
        </div>
      </Form>
    </section>
  )
}

/** Without the cookie of the sign-up the page asks for the e-mail (ADR 30). */
function EmailUnknown() {
  return (
    <>
      <p>
        Se hai appena creato l’account, apri il link nell’email che hai ricevuto: vale{' '}
        {LINK_LIFETIMES.confirm.words}. Se non la trovi, guarda nella posta indesiderata o fattela mandare di
        nuovo.
      </p>
      <EmailForm
        result={undefined}
        action={AUTH_PATHS.confirm}
        submitLabel="Invia di nuovo l'email di conferma"
      />
    </>
  )
}
