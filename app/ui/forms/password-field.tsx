import { type ComponentProps, useState } from 'react'
import { Labelled, type LabelledProps, useExcess } from './field'
import './password.css'

/** A password field, with a button that shows what is typed where scripts run. */
export function PasswordField({
  label,
  error,
  hint,
  maxLength,
  ...input
}: LabelledProps & ComponentProps<'input'>) {
  const { excess, onInput } = useExcess({ ...input, maxLength })
  const [isShown, setIsShown] = useState(false)
  return (
    <Labelled label={label} name={input.name} error={error} hint={hint} excess={excess}>
      {(control) => (
        <div className="password">
          <input
            className="input"
            {...control}
            {...input}
            onInput={onInput}
            type={isShown ? 'text' : 'password'}
          />
          <button className="needs-script" type="button" onClick={() => setIsShown(!isShown)}>
            {isShown ? 'Nascondi' : 'Mostra'}
            <span className="visually-hidden"> {label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Labelled>
  )
}
