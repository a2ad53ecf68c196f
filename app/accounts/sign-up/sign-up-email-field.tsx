import { useEffect, useRef, useState } from 'react'
import { Field } from '../../ui/forms/field'
import { suggestedEmail } from '../email-suggestion.rules'
import { EMAIL_MAX } from '../rules'

type Props = { email: string | undefined; error: string | undefined }

/** The e-mail field of a sign-up. With the script it suggests a correction of a mistyped e-mail (`suggestedEmail`). */
export function SignUpEmailField({ email, error }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [suggestion, setSuggestion] = useState<string>()
  const updateSuggestion = () => setSuggestion(suggestedEmail(field.current?.value ?? ''))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after hydration, for a value typed before it, and for each new `email`
  useEffect(() => {
    if (document.activeElement !== field.current) updateSuggestion()
  }, [email])

  function acceptSuggestion() {
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
          <button className="text-link" type="button" onClick={acceptSuggestion}>
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
      label="Email"
      name="email"
      type="email"
      autoComplete="email"
      maxLength={EMAIL_MAX}
      required
      defaultValue={email}
      error={error}
      hint={hint}
      onBlur={updateSuggestion}
    />
  )
}
