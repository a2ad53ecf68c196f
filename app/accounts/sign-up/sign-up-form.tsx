import { href, Link } from 'react-router'
import { ErrorSummary, type FormErrors } from '../../ui/forms/error-summary'
import { Form, Submit } from '../../ui/forms/form'
import { withDestination } from '../destination.rules'
import { NewPasswordFields } from '../new-password-fields'
import { AUTH_PATHS } from '../pages.rules'
import { PASSWORD_MIN } from '../passwords/rules'
import { NameFields } from '../profile/profile-fields'
import { SignUpEmailField } from './sign-up-email-field'

type Values = { email: string; firstName: string; lastName: string }

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
  result: (FormErrors & { values: Values }) | undefined
  earlierSignUp: Values | null
  destination: string | null
}) {
  const errors = result?.errors
  const values = result?.values ?? earlierSignUp
  return (
    <Form method="post" action={withDestination(AUTH_PATHS.signUp, destination)} className="form" noValidate>
      <ErrorSummary result={result} labels={LABELS} />
      <div className="form form-2">
        <NameFields values={values ?? undefined} errors={errors} isOwn />
      </div>
      <SignUpEmailField email={values?.email} error={errors?.email} />
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
