import { PasswordField } from '../ui/forms/password-field'
import { PASSWORD_MAX } from './passwords/rules'

type Props = { label?: string; name?: string; error: string | undefined }

/** The password that an account has. */
export function CurrentPasswordField({ label = 'Password attuale', name = 'current', error }: Props) {
  return (
    <PasswordField
      label={label}
      name={name}
      autoComplete="current-password"
      maxLength={PASSWORD_MAX}
      required
      error={error}
    />
  )
}
