import { href, Link } from 'react-router'
import { ErrorSummary, type FieldErrors } from '../../ui/forms/error-summary'
import { Field } from '../../ui/forms/field'
import { Form, Submit } from '../../ui/forms/form'
import { withDestination } from '../destination.rules'
import { NewPasswordFields } from '../new-password-fields'
import { AUTH_PATHS } from '../pages.rules'
import { PASSWORD_MIN } from '../passwords/rules'
import { NAME_MAX } from '../rules'
import { SignUpEmailField } from './sign-up-email-field'

type Values = { email: string; firstName: string; lastName: string }
type ActionResult = { errors?: FieldErrors; title?: string; problem?: string; values: Values }

const LABELS = {
  firstName: 'Nome',
  lastName: 'Cognome',
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Conferma password',
}

/** `earlierSignUp`: what was typed at a sign-up whose e-mail is to be changed; null for a new sign-up. */
export function SignUpForm({
  result,
  earlierSignUp,
  destination,
}: {
  result: ActionResult | undefined
  earlierSignUp: Values | null
  destination: string | null
}) {
  const errors = result?.errors
  const values = result?.values ?? earlierSignUp
  const problem = result?.problem && `${result.title}: ${result.problem}`
  return (
    <Form method="post" action={withDestination(AUTH_PATHS.signUp, destination)} className="form" noValidate>
      <ErrorSummary result={result} errors={errors} problem={problem} labels={LABELS} />
      <div className="form form-2">
        <Field
          label={LABELS.firstName}
          name="firstName"
          autoComplete="given-name"
          maxLength={NAME_MAX}
          required
          defaultValue={values?.firstName}
          error={errors?.firstName}
        />
        <Field
          label={LABELS.lastName}
          name="lastName"
          autoComplete="family-name"
          maxLength={NAME_MAX}
          required
          defaultValue={values?.lastName}
          error={errors?.lastName}
        />
      </div>
      <SignUpEmailField label={LABELS.email} email={values?.email} error={errors?.email} />
      <NewPasswordFields
        labels={LABELS}
        hint={`Almeno ${PASSWORD_MIN} caratteri. Meglio una frase che solo tu conosci.`}
        errors={errors}
      />
      <p className="small-print">
        Usiamo questi dati per gestire le tue iscrizioni, come spiega la{' '}
        <Link to={href('/privacy-policy')}>Privacy Policy</Link>.
      </p>
      <div className="actions">
        <Submit
          className="button button-main button-large"
          name="intent"
          value="signup"
          busy="Registrazione in corso..."
        >
          Registrati
        </Submit>
      </div>
    </Form>
  )
}
