import { href, Link } from 'react-router'
import { readForm } from '../../http/form.server'
import { redirectWith, withErrorProblem } from '../../http/toasts.server'
import { ErrorSummary } from '../../ui/forms/error-summary'
import { Form, Submit } from '../../ui/forms/form'
import { PageHead } from '../../ui/page-head'
import { InvalidLink } from '../invalid-link'
import { readToken } from '../one-time-tokens.server'
import { AUTH_PATHS } from '../pages.rules'
import { refusedForm } from '../refused-form.server'
import { LINK_LIFETIMES } from '../rules'
import { findMember, visitorFrom } from '../session/session.server'
import type { Route } from './+types/new-email.screen'
import { confirmNewEmail } from './new-email.commands.server'
import '../../ui/narrow.css'

/** Only reads the link, without using it up: a button confirms the e-mail, since mail scanners open links. */
export async function loader({ url }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? ''
  return { token, isValid: (await readToken('email', token)) !== undefined }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  return withErrorProblem(async () => {
    const outcome = await confirmNewEmail(visitorFrom(context), String(form.get('token') ?? ''))
    if (!outcome.ok) return refusedForm(outcome)
    const member = await findMember(request, context)
    return redirectWith(member ? href('/dashboard') : AUTH_PATHS.signIn, {
      tone: 'success',
      title: 'Indirizzo email aggiornato',
      description: outcome.needsPassword
        ? 'Per accedere scegli una password con «Password dimenticata?».'
        : 'Da adesso accedi con il nuovo indirizzo: la password resta la stessa.',
    })
  })
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

const TITLE = 'Conferma il nuovo indirizzo email'

export default function NewEmail({ loaderData: { token, isValid }, actionData }: Route.ComponentProps) {
  if (!isValid && !actionData)
    return (
      <InvalidLink>
        <p>
          Il link per cambiare indirizzo vale {LINK_LIFETIMES.email.words} e si usa una volta sola. Se l’hai
          già usato, accedi con il nuovo indirizzo; altrimenti chiedine un altro alla segreteria.
        </p>
        <div className="actions">
          <Link className="button button-main button-large" to={AUTH_PATHS.signIn}>
            Accedi
          </Link>
          <Link className="button" to={href('/contatti')}>
            Contatti
          </Link>
        </div>
      </InvalidLink>
    )
  return (
    <div className="page narrow">
      <PageHead title={TITLE} noindex error={actionData !== undefined} />
      <h1>{TITLE}</h1>
      <Form method="post" className="form">
        <ErrorSummary result={actionData} />
        <p>
          Hai chiesto alla segreteria di cambiare l’indirizzo del tuo account. Quando confermi, accedi con
          questo indirizzo e non più con quello di prima. Il link vale {LINK_LIFETIMES.email.words}: se è
          scaduto, chiedine un altro alla segreteria.
        </p>
        <input type="hidden" name="token" value={token} />
        <div className="actions">
          <Submit className="button button-main button-large" busy="Conferma in corso...">
            Conferma l’indirizzo
          </Submit>
        </div>
      </Form>
    </div>
  )
}
