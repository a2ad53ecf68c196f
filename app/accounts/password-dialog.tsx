import { Form } from 'react-router'
import { Dialog } from '../ui/dialog'
import { ErrorSummary, type FieldErrors } from '../ui/error-summary'
import { PasswordField } from '../ui/field'
import { Submit } from '../ui/submit'
import { PASSWORD_MAX } from './rules'

export function PasswordDialog({ errors, problem }: { errors?: FieldErrors | undefined; problem?: string | undefined }) {
  return (
    <Dialog title="Cambia password" closeTo="/dashboard">
      <p className="quiet">Su questo dispositivo resti collegato; su tutti gli altri dovrai accedere di nuovo.</p>
      <Form method="post" action="/dashboard?modifica=password" className="form" noValidate>
        <ErrorSummary errors={errors} problem={problem} />
        <PasswordField
          label="Password attuale"
          name="current"
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          required
          error={errors?.current}
        />
        <PasswordField
          label="Nuova password"
          name="password"
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          required
          error={errors?.password}
        />
        <PasswordField
          label="Conferma password"
          name="confirmPassword"
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          required
          error={errors?.confirmPassword}
        />
        <div className="actions">
          <Submit className="button button-main" name="intent" value="password" busy="Salvataggio...">
            Cambia password
          </Submit>
        </div>
      </Form>
    </Dialog>
  )
}
