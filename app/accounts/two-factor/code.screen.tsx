import { data, href, Link, redirect } from 'react-router'
import { z } from 'zod'
import { invalidForm, readForm } from '../../http/form.server'
import { withErrorProblem, withFlash } from '../../http/toasts.server'
import { refuse } from '../../runtime/outcome.rules'
import { ErrorSummary, type FormErrors, hasErrors } from '../../ui/forms/error-summary'
import { Form, SAVED_FIELD, Submit } from '../../ui/forms/form'
import { PageHead } from '../../ui/page-head'
import { destinationIn, signInPath, withDestination } from '../destination.rules'
import { passwordProofCookie, readToken } from '../one-time-tokens.server'
import { AUTH_PATHS } from '../pages.rules'
import { explainAccountRefusal } from '../refusals.rules'
import { refusedForm } from '../refused-form.server'
import {
  redirectAfterSignIn,
  redirectAlreadySignedIn,
  redirectSignedIn,
} from '../session/after-sign-in.server'
import { redirectWithForm, savedFormIn } from '../session/saved-form.server'
import { findMember, visitorFrom } from '../session/session.server'
import type { Route } from './+types/code.screen'
import { CodeField } from './code-field'
import { codeField } from './proof.server'
import { finishSignIn } from './sign-in.commands.server'
import '../../ui/narrow.css'
import './second-factor.css'

const CodeForm = z.object({ code: codeField })

type ActionResult = FormErrors & { saved?: string | undefined }

/**
 * Shows the form only to a visitor with the proof of a correct password (`passwordProofCookie`); others go to the
 * sign-in.
 */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const destination = destinationIn(url)
  const member = url.searchParams.has(SAVED_FIELD) ? null : await findMember(request, context)
  if (member) throw await redirectSignedIn(request, destination, member.role)
  const passwordProof = await passwordProofCookie.read(request)
  if (!passwordProof) throw redirect(signInPath(destination))
  if (!(await readToken('code', passwordProof))) throw await restartSignIn(destination)
  return { byBackupCode: url.searchParams.has('recupero'), destination }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request)
  const saved = savedFormIn(form)
  const destination = destinationIn(url)
  const passwordProof = await passwordProofCookie.read(request)
  const member = saved ? null : await findMember(request, context)
  if (member) {
    const isOtherPerson = passwordProof && (await readToken('code', passwordProof)) !== member.id
    if (isOtherPerson) return redirectAlreadySignedIn(member)
    return redirectSignedIn(request, destination, member.role)
  }
  if (!passwordProof) return redirectWithForm(signInPath(destination), form)
  // The redirect of the sign-in posts the saved form here (ADR 28), before anybody has typed a code.
  if (saved && !form.has('code')) return data<ActionResult>({ saved })
  const typed = CodeForm.safeParse(Object.fromEntries(form))
  if (!typed.success) return invalidForm(typed.error, { saved })

  const finish = async () => {
    const outcome = await finishSignIn(visitorFrom(context), passwordProof, typed.data.code)
    if (!outcome.ok)
      return outcome.refusal === 'code-expired'
        ? restartSignIn(destination, form)
        : refusedForm(outcome, { saved })
    outcome.headers.append('Set-Cookie', await passwordProofCookie.clear())
    return redirectAfterSignIn(request, form, destination, outcome)
  }
  return withErrorProblem(finish, { saved })
}

/**
 * Leads back to the sign-in, since the proof of the password has expired. With a saved form in `form`, the browser
 * posts that on (`redirectWithForm`).
 */
async function restartSignIn(destination: string | null, form = new FormData()) {
  const toast = {
    tone: 'destructive',
    title: 'Errore durante il login',
    description: explainAccountRefusal(refuse('code-expired')),
  } as const
  return redirectWithForm(
    signInPath(destination),
    form,
    await withFlash(toast, { headers: { 'Set-Cookie': await passwordProofCookie.clear() } }),
  )
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function CodePage({ loaderData, actionData }: Route.ComponentProps) {
  const { byBackupCode, destination } = loaderData
  const result: ActionResult | undefined = actionData
  const appCodePath = withDestination(AUTH_PATHS.secondFactorCode, destination)
  const backupCodePath = withDestination(`${AUTH_PATHS.secondFactorCode}?recupero`, destination)
  const here = byBackupCode ? backupCodePath : appCodePath
  const saved = result?.saved
  return (
    <div className="page narrow">
      <PageHead
        title="Scrivi il codice"
        path={AUTH_PATHS.secondFactorCode}
        noindex
        error={hasErrors(result)}
      />
      <h1>Scrivi il codice</h1>
      <p>
        {byBackupCode
          ? 'La password è giusta. Scrivi uno dei codici di recupero che hai conservato: ciascuno vale una volta sola.'
          : 'La password è giusta. Apri l’app sul tuo telefono e scrivi il codice che ti mostra.'}
      </p>
      <Form key={here} method="post" reloadDocument={saved !== undefined} className="form" noValidate>
        {saved && <input type="hidden" name={SAVED_FIELD} value={saved} />}
        <ErrorSummary result={result} />
        <CodeField kind={saved ? 'either' : byBackupCode ? 'backup' : 'app'} error={result?.errors?.code} />
        <div className="actions">
          <Submit className="button button-main button-large" busy="Accesso in corso...">
            Accedi
          </Submit>
        </div>
        <div>
          {!saved && (
            <>
              <Link className="link" to={byBackupCode ? appCodePath : backupCodePath}>
                {byBackupCode ? 'Usa il codice dell’app' : 'Usa un codice di recupero'}
              </Link>
              <br />
            </>
          )}
          <Link className="link" to={signInPath(destination)}>
            Torna all’accesso
          </Link>
        </div>
      </Form>
      {byBackupCode && (
        <p className="quiet">
          Non hai più nemmeno questi? Scrivi alla segreteria da <Link to={href('/contatti')}>Contatti</Link>:
          dopo aver accertato che sei tu, può disattivare la verifica.
        </p>
      )}
    </div>
  )
}
