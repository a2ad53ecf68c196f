import { Field } from '../ui/forms/field'
import { EMAIL_MAX } from './rules'

/** The e-mail of an account. `email`: what the field holds at first. */
export function EmailField({ email, error }: { email: string | undefined; error: string | undefined }) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      maxLength={EMAIL_MAX}
      required
      defaultValue={email}
      error={error}
    />
  )
}
