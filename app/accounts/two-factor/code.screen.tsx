import { data, href, Link, redirect } from 'react-router'
import { z } from 'zod'
import { readForm } from '../../http/form.server'
import { withFlash } from '../../http/toasts.server'
import { refuse } from '../../runtime/outcome.rules'
import { ErrorSummary, type FieldErrors, fieldErrors } from '../../ui/forms/error-summary'
import { Form, SAVED_FIELD, Submit } from '../../ui/forms/form'
import { PageHead } from '../../ui/page-head'
import { destinationIn, withDestination } from '../destination.rules'
import { codeTicket, readToken } from '../one-time-tokens.server'
import { AUTH_PATHS } from '../pages.rules'
import { explainAccount, refusalInit } from '../refusals.rules'
import {
  answerSignIn,
  landingPageFor,
  redirectSignedInMember,
  redirectToDestination,
} from '../session/after-sign-in.server'
import { redirectWithForm, savedFormIn } from '../session/saved-form.server'
import { findMember, visitorFrom } from '../session/session.server'
import type { Route } from './+types/code.screen'
import { CodeField } from './code-field'
import { TYPED_MAX } from './rules'
import { finishSignIn } from './sign-in.commands.server'
import '../../ui/narrow.css'
import './second-factor.css'

const Code = z.object({
  code: z
    .string('Scrivi il codice')
    .trim()
    .min(1, 'Scrivi il codice')
    .max(TYPED_MAX, 'Il codice è troppo lungo'),
})

type ActionResult = { errors?: FieldErrors; problem?: string; saved?: string }

/** Shows the form only to whoever has the token of a correct password; others go back to the sign-in. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const destination = destinationIn(url)
  const member = url.searchParams.has(SAVED_FIELD) ? null : await findMember(request, context)
  if (member) throw redirectToDestination(destination ?? (await landingPageFor(request, member.role)))
  const ticket = await codeTicket.read(request)
  if (!ticket) throw redirect(withDestination(AUTH_PATHS.signIn, destination))
  if (!(await readToken('code', ticket))) throw await startAgain(destination)
  return { byBackupCode: url.searchParams.has('recupero'), destination }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request)
  const saved = savedFormIn(form)
  const destination = destinationIn(url)
  const ticket = await codeTicket.read(request)
  const member = saved ? null : await findMember(request, context)
  if (member) {
    const isOther = ticket && (await readToken('code', ticket)) !== member.id
    if (isOther) return redirectSignedInMember(member)
    return redirectToDestination(destination ?? (await landingPageFor(request, member.role)))
  }
  if (!ticket) return redirectWithForm(withDestination(AUTH_PATHS.signIn, destination), form)
  if (saved && !form.has('code')) return data<ActionResult>({ saved })
  const typed = Code.safeParse(Object.fromEntries(form))
  if (!typed.success) return data<ActionResult>({ saved, errors: fieldErrors(typed.error) }, { status: 400 })

  const entered = await finishSignIn(visitorFrom(context), ticket, typed.data.code)
  if (!entered.ok) {
    if (entered.refusal === 'code-expired') return startAgain(destination, form)
    const sentence = explainAccount(entered)
    const result: ActionResult =
      entered.refusal === 'wrong-code' ? { errors: { code: sentence } } : { problem: sentence }
    return data({ ...result, saved }, refusalInit(entered))
  }
  entered.headers.append('Set-Cookie', await codeTicket.clear())
  return answerSignIn(request, form, destination, entered)
}

async function startAgain(destination: string | null, form = new FormData()) {
  const toast = {
    tone: 'destructive',
    title: 'Errore durante il login',
    description: explainAccount(refuse('code-expired')),
  } as const
  return redirectWithForm(
    withDestination(AUTH_PATHS.signIn, destination),
    form,
    await withFlash(toast, { headers: { 'Set-Cookie': await codeTicket.clear() } }),
  )
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function CodePage({ loaderData, actionData: result }: Route.ComponentProps) {
  const { byBackupCode, destination } = loaderData
  const appCodePath = withDestination(AUTH_PATHS.code, destination)
  const backupCodePath = withDestination(`${AUTH_PATHS.code}?recupero`, destination)
  const here = byBackupCode ? backupCodePath : appCodePath
  const saved = result?.saved
  return (
    <div className="page narrow">
      <PageHead title="Scrivi il codice" path={AUTH_PATHS.code} noindex error={result !== undefined} />
      <h1>Scrivi il codice</h1>
      <p>
        {byBackupCode
          ? 'La password è giusta. Scrivi uno dei codici di recupero che hai conservato: ciascuno vale una volta sola.'
          : 'La password è giusta. Apri l’app sul tuo telefono e scrivi il codice che ti mostra.'}
      </p>
      <Form
        key={here}
        method="post"
        action={saved ? `${AUTH_PATHS.code}?${SAVED_FIELD}` : here}
        reloadDocument={saved !== undefined}
        className="form"
        noValidate
      >
        {saved && <input type="hidden" name={SAVED_FIELD} value={saved} />}
        <ErrorSummary result={result} errors={result?.errors} problem={result?.problem} />
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
          <Link className="link" to={withDestination(AUTH_PATHS.signIn, destination)}>
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
