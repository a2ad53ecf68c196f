import { PasswordField } from '../ui/forms/password-field'
import { PASSWORD_MAX } from './passwords/rules'

export function CurrentPasswordField({ error }: { error: string | undefined }) {
  return (
    <PasswordField
      label="Password attuale"
      name="current"
      autoComplete="current-password"
      maxLength={PASSWORD_MAX}
      required
      error={error}
    />
  )
}
