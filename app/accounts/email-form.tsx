import { Link } from 'react-router'
import { ErrorSummary, type FieldErrors } from '../ui/forms/error-summary'
import { Field } from '../ui/forms/field'
import { Form, Submit } from '../ui/forms/form'
import { withDestination } from './destination.rules'
import { AUTH_PATHS } from './pages.rules'
import { EMAIL_MAX } from './rules'

type ActionResult = { email: string; errors?: FieldErrors; problem?: string }

/** A form with one e-mail. `email`: what the field holds at first; `destination`: for the link back to the sign-in. */
export function EmailForm({
  result,
  action,
  submitLabel,
  email = '',
  destination = null,
}: {
  result: ActionResult | undefined
  action: string
  submitLabel: string
  email?: string
  destination?: string | null
}) {
  return (
    <Form method="post" action={action} className="form" noValidate>
      <ErrorSummary result={result} errors={result?.errors} problem={result?.problem} />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        maxLength={EMAIL_MAX}
        required
        defaultValue={result?.email ?? email}
        error={result?.errors?.email}
      />
      <div className="actions">
        <Submit className="button button-main button-large" busy="Invio in corso...">
          {submitLabel}
        </Submit>
        <Link className="link" to={withDestination(AUTH_PATHS.signIn, destination)}>
          Torna all’accesso
        </Link>
      </div>
    </Form>
  )
}
