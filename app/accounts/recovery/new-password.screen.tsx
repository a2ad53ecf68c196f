import { Link } from 'react-router'
import { z } from 'zod'
import { invalidForm, readForm } from '../../http/form.server'
import { redirectWith, withErrorProblem } from '../../http/toasts.server'
import { ErrorSummary } from '../../ui/forms/error-summary'
import { Form, Submit } from '../../ui/forms/form'
import { PageHead } from '../../ui/page-head'
import { signInPath } from '../destination.rules'
import * as fields from '../fields'
import { intendedCourse } from '../intended-course.server'
import { intentionIn, withIntention } from '../intention.rules'
import { InvalidLink } from '../invalid-link'
import { NEW_PASSWORD_LABELS, NewPasswordFields } from '../new-password-fields'
import { readToken } from '../one-time-tokens.server'
import { AUTH_PATHS } from '../pages.rules'
import { refusedForm } from '../refused-form.server'
import { INVITATION_PARAMETER, LINK_LIFETIMES } from '../rules'
import { visitorFrom } from '../session/session.server'
import type { Route } from './+types/new-password.screen'
import { resetPassword } from './commands.server'
import '../../ui/narrow.css'

const NewPasswordForm = z
  .object(fields.newPassword)
  .refine(fields.hasMatchingPasswords, fields.DIFFERENT_PASSWORDS)

const tokenIn = (url: URL) => url.searchParams.get('token') ?? ''

export async function loader({ url }: Route.LoaderArgs) {
  return {
    isValid: (await readToken('reset', tokenIn(url))) !== undefined,
    isInvited: url.searchParams.has(INVITATION_PARAMETER),
    ...intentionIn(url),
  }
}

/**
 * Sets the new password. The course to ask for comes from the link, since the e-mail may be opened in another browser.
 */
export async function action({ request, context, url }: Route.ActionArgs) {
  const typed = NewPasswordForm.safeParse(Object.fromEntries(await readForm(request)))
  if (!typed.success) return invalidForm(typed.error)

  return withErrorProblem(async () => {
    const outcome = await resetPassword(visitorFrom(context), tokenIn(url), typed.data.password)
    if (!outcome.ok) return refusedForm(outcome)
    const toast = {
      tone: 'success',
      title: url.searchParams.has(INVITATION_PARAMETER) ? 'Account attivato' : 'Password aggiornata',
      description: 'Accedi con la nuova password.',
    } as const
    const { course, destination } = intentionIn(url)
    return redirectWith(
      signInPath(destination),
      toast,
      course ? { headers: { 'Set-Cookie': await intendedCourse.write(course) } } : undefined,
    )
  })
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function NewPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isValid, isInvited, course, destination } = loaderData
  const recoveryPath = withIntention(AUTH_PATHS.recover, { course, destination })
  // After a post the page shows the answer of the action, although a used link is no longer valid.
  if (!isValid && !actionData)
    return (
      <InvalidLink>
        <p>
          Il link per scegliere una nuova password vale{' '}
          {LINK_LIFETIMES[isInvited ? 'invitation' : 'reset'].words} e si usa una volta sola. Se la password
          l’hai già {isInvited ? 'scelta, accedi con quella' : 'cambiata, accedi con quella nuova'}.
        </p>
        <div className="actions">
          <Link className="button button-main button-large" to={recoveryPath}>
            Chiedi un nuovo link
          </Link>
          <Link className="button" to={signInPath(destination)}>
            Accedi
          </Link>
        </div>
      </InvalidLink>
    )
  return (
    <div className="page narrow">
      <PageHead title="Nuova password" noindex error={actionData !== undefined} />
      <h1>{isInvited ? 'Scegli la tua password' : 'Scegli una nuova password'}</h1>
      <Form method="post" className="form" noValidate>
        <ErrorSummary result={actionData} labels={NEW_PASSWORD_LABELS} />
        <NewPasswordFields errors={actionData?.errors} />
        <div className="actions">
          <Submit className="button button-main button-large" busy="Salvataggio...">
            Salva la password
          </Submit>
          <Link className="link" to={recoveryPath}>
            Chiedi un nuovo link
          </Link>
        </div>
      </Form>
    </div>
  )
}
