import { Link } from 'react-router'
import { ErrorSummary, type FormErrors } from '../ui/forms/error-summary'
import { Form, Submit } from '../ui/forms/form'
import { signInPath } from './destination.rules'
import { EmailField } from './email-field'

/** A form with one e-mail. `email`: what the field holds at first; `destination`: for the link back to the sign-in. */
export function EmailForm({
  result,
  action,
  submitLabel,
  email,
  destination = null,
}: {
  result: ({ email: string } & FormErrors) | undefined
  action?: string
  submitLabel: string
  email?: string
  destination?: string | null
}) {
  return (
    <Form method="post" action={action} className="form" noValidate>
      <ErrorSummary result={result} />
      <EmailField email={result?.email ?? email} error={result?.errors?.email} />
      <div className="actions">
        <Submit className="button button-main button-large" busy="Invio in corso...">
          {submitLabel}
        </Submit>
        <Link className="link" to={signInPath(destination)}>
          Torna all’accesso
        </Link>
      </div>
    </Form>
  )
}
