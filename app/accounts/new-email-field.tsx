import { useEffect, useRef, useState } from 'react'
import { Field } from '../ui/forms/field'
import { suggestedEmail } from './email-suggestion.rules'
import { EMAIL_MAX } from './rules'

type Props = { label: string; email: string | undefined; error: string | undefined }

/** The e-mail field of a sign-up. With the script it asks about a likely slip (`suggestedEmail`). */
export function SignUpEmailField({ label, email, error }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [suggestion, setSuggestion] = useState<string>()
  const check = () => setSuggestion(suggestedEmail(field.current?.value ?? ''))
  // biome-ignore lint/correctness/useExhaustiveDependencies: it checks a value typed before hydration, and each value that an answer brings
  useEffect(() => {
    if (document.activeElement !== field.current) check()
  }, [email])

  function correct() {
    if (!field.current || !suggestion) return
    field.current.value = suggestion
    field.current.focus()
    setSuggestion(undefined)
  }

  const hint = (
    <span aria-live="polite">
      {suggestion && (
        <>
          Intendevi{' '}
          <button className="text-link" type="button" onClick={correct}>
            {suggestion}
          </button>
          ?
        </>
      )}
    </span>
  )
  return (
    <Field
      ref={field}
      label={label}
      name="email"
      type="email"
      autoComplete="email"
      maxLength={EMAIL_MAX}
      required
      defaultValue={email}
      error={error}
      hint={hint}
      onBlur={check}
    />
  )
}
