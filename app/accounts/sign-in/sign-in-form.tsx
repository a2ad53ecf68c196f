import { href, Link } from 'react-router'
import { ErrorSummary, type FormErrors } from '../../ui/forms/error-summary'
import { Form, SAVED_FIELD, Submit } from '../../ui/forms/form'
import { CurrentPasswordField } from '../current-password-field'
import { signInPath, withDestination } from '../destination.rules'
import { EmailField } from '../email-field'
import { AUTH_PATHS } from '../pages.rules'

type ActionResult = FormErrors & {
  isUnconfirmed?: boolean
  saved?: string | undefined
  values: { email: string }
}

/** `result.saved`: a sealed form that goes through the sign-in in a hidden field (`SAVED_FIELD`). */
export function SignInForm({
  result,
  destination,
}: {
  result: ActionResult | undefined
  destination: string | null
}) {
  const saved = result?.saved
  const confirmPath = result?.isUnconfirmed
    ? `${AUTH_PATHS.confirm}?email=${encodeURIComponent(result.values.email)}`
    : AUTH_PATHS.confirm
  return (
    // A saved form (ADR 28) is answered with a 307: the browser posts it again, which the router's script cannot do.
    <Form
      method="post"
      action={saved ? `${href('/auth')}?${SAVED_FIELD}` : signInPath(destination)}
      reloadDocument={saved !== undefined}
      className="form"
      noValidate
    >
      {saved && (
        <>
          <input type="hidden" name={SAVED_FIELD} value={saved} />
          <p>
            Il modulo che hai inviato è conservato: accedi con l’account con cui lo hai scritto e potrai
            inviarlo.
          </p>
        </>
      )}
      <ErrorSummary result={result} />
      <EmailField email={result?.values.email} error={result?.errors?.email} />
      <CurrentPasswordField label="Password" name="password" error={result?.errors?.password} />
      <div className="actions">
        <Submit
          className="button button-main button-large"
          name="intent"
          value="login"
          busy="Accesso in corso..."
        >
          Accedi
        </Submit>
      </div>
      <div>
        <Link
          className="link"
          to={withDestination(AUTH_PATHS.recover, destination)}
          target={saved && '_blank'}
        >
          Password dimenticata?
        </Link>
        <br />
        <Link className="link" to={withDestination(confirmPath, destination)} target={saved && '_blank'}>
          Invia di nuovo l'email di conferma
        </Link>
      </div>
    </Form>
  )
}
