import { type ComponentProps, type InputEvent, type ReactNode, useState } from 'react'
import './forms.css'

export type LabelledProps = {
  label: string
  name: string
  error?: string | undefined
  optional?: boolean
  hint?: ReactNode
  /** 'N caratteri su M', beside a text that is too long. */
  excess?: string | undefined
}
/** The attributes that tie a control to its label, hint and errors. */
type ControlProps = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

/**
 * A control with its label, hint and errors. `children`: renders the control, with the attributes that it is passed.
 */
export function Labelled({
  label,
  name,
  error,
  optional,
  hint,
  excess,
  children,
}: LabelledProps & { children: (control: ControlProps) => ReactNode }) {
  const hintId = hint ? `${name}-hint` : undefined
  const errorId = error ? `${name}-error` : undefined
  const excessId = excess ? `${name}-excess` : undefined
  return (
    <div className="field">
      <label htmlFor={name}>
        {optional ? `${label} ` : label}
        {optional && <small>(facoltativo)</small>}
      </label>
      {children({
        id: name,
        // Without the attribute browsers report an empty required field as invalid to screen readers.
        'aria-invalid': Boolean(error ?? excess),
        'aria-describedby': [errorId, excessId, hintId].filter(Boolean).join(' ') || undefined,
      })}
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
      {error && (
        <p className="error" id={errorId}>
          {error}
        </p>
      )}
      {excess && (
        <p className="error num" id={excessId} aria-live="polite">
          {excess}
        </p>
      )}
    </div>
  )
}

/** The length of a text as the browser counts it, with one character for each line end. */
const lengthOf = (text: unknown) => String(text ?? '').replaceAll('\r\n', '\n').length

type LimitedProps<Control extends HTMLInputElement | HTMLTextAreaElement> = {
  maxLength?: number | undefined
  value?: unknown
  defaultValue?: unknown
  onInput?: ((event: InputEvent<Control>) => void) | undefined
}

/**
 * Counts the text of a control. `excess`: '520 caratteri su 500' if it is too long. The attribute `maxLength` would cut
 * off a pasted text silently; so the text is accepted, counted, and refused by the server.
 */
export function useExcess<Control extends HTMLInputElement | HTMLTextAreaElement>({
  maxLength = Number.POSITIVE_INFINITY,
  value,
  defaultValue,
  onInput,
}: LimitedProps<Control>) {
  const [typed, setTyped] = useState<{ length: number; defaultValue: unknown }>()
  // What the server sends back replaces what was typed before.
  const length = typed && typed.defaultValue === defaultValue ? typed.length : lengthOf(value ?? defaultValue)
  return {
    excess: length > maxLength ? `${length} caratteri su ${maxLength}` : undefined,
    onInput(event: InputEvent<Control>) {
      setTyped({ length: lengthOf(event.currentTarget.value), defaultValue })
      onInput?.(event)
    },
  }
}

export function Field({
  label,
  error,
  optional,
  hint,
  maxLength,
  ...input
}: LabelledProps & ComponentProps<'input'>) {
  const { excess, onInput } = useExcess({ ...input, maxLength })
  return (
    <Labelled label={label} name={input.name} error={error} optional={optional} hint={hint} excess={excess}>
      {(control) => <input className="input" type="text" {...control} {...input} onInput={onInput} />}
    </Labelled>
  )
}

export function TextArea({
  label,
  error,
  optional,
  hint,
  maxLength,
  ...area
}: LabelledProps & ComponentProps<'textarea'>) {
  const { excess, onInput } = useExcess({ ...area, maxLength })
  return (
    <Labelled label={label} name={area.name} error={error} optional={optional} hint={hint} excess={excess}>
      {(control) => <textarea className="input" {...control} {...area} onInput={onInput} />}
    </Labelled>
  )
}

/** A checkbox with its label. */
export function CheckField({
  name,
  error,
  children,
  ...input
}: Pick<LabelledProps, 'name' | 'error'> & ComponentProps<'input'>) {
  return (
    <div className="field">
      <label className="check">
        <input
          {...input}
          type="checkbox"
          id={name}
          name={name}
          aria-invalid={Boolean(error)}
          aria-describedby={error && `${name}-error`}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p className="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

/** Hidden fields by which the server knows robots: `fax`, which only they fill in, and the time of rendering. */
export function AgainstRobots({ timestamp }: { timestamp: string }) {
  return (
    <>
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor="fax">Lascia vuoto questo campo</label>
        <input type="text" id="fax" name="fax" tabIndex={-1} autoComplete="off" />
      </div>
      <input type="hidden" name="timestamp" value={timestamp} />
    </>
  )
}
