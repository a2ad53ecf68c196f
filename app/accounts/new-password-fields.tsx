import type { FieldErrors } from '../ui/forms/error-summary'
import { PasswordField } from '../ui/forms/password-field'
import { PASSWORD_MAX } from './passwords/rules'

export const NEW_PASSWORD_LABELS = { password: 'Nuova password', confirmPassword: 'Conferma password' }

/** A password that a person chooses, typed twice. */
export function NewPasswordFields({
  labels = NEW_PASSWORD_LABELS,
  hint,
  errors,
}: {
  labels?: typeof NEW_PASSWORD_LABELS
  hint?: string
  errors: FieldErrors | undefined
}) {
  const attributes = { autoComplete: 'new-password', maxLength: PASSWORD_MAX, required: true }
  return (
    <>
      <PasswordField
        {...attributes}
        label={labels.password}
        name="password"
        hint={hint}
        error={errors?.password}
      />
      <PasswordField
        {...attributes}
        label={labels.confirmPassword}
        name="confirmPassword"
        error={errors?.confirmPassword}
      />
    </>
  )
}
