import { type ComponentProps, useState } from 'react'
import { Labelled, useExcess } from './field'
import './password.css'

/** A password field. Its button 'Mostra' appears after hydration. */
export function PasswordField({
  label,
  error,
  hint,
  maxLength,
  ...input
}: Labelled & ComponentProps<'input'>) {
  const { excess, onInput } = useExcess({ ...input, maxLength })
  const [shown, setShown] = useState(false)
  return (
    <Labelled {...{ label, name: input.name, error, hint, excess }}>
      {(described) => (
        <div className="password">
          <input
            className="input"
            {...described}
            {...input}
            onInput={onInput}
            type={shown ? 'text' : 'password'}
          />
          <button
            className="needs-script"
            type="button"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Nascondi' : 'Mostra'}
            <span className="visually-hidden"> {label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Labelled>
  )
}
