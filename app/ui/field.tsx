import type { ComponentProps, ReactNode } from 'react'
import './forms.css'

export type Labelled = {
  label: string
  name: string
  error?: string | undefined
  optional?: boolean
  hint?: ReactNode
}
type Described = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

/** Label, control, hint and error. */
export function Labelled({
  label,
  name,
  error,
  optional,
  hint,
  children,
}: Labelled & { children: (described: Described) => ReactNode }) {
  const hintId = hint ? `${name}-hint` : undefined
  const errorId = error ? `${name}-error` : undefined
  return (
    <div className="field">
      <label htmlFor={name}>
        {optional ? `${label} ` : label}
        {optional && <small>(facoltativo)</small>}
      </label>
      {children({
        id: name,
        // Without it browsers report an empty required field as invalid.
        'aria-invalid': Boolean(error),
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
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
    </div>
  )
}

export function Field({ label, error, optional, hint, ...input }: Labelled & ComponentProps<'input'>) {
  return (
    <Labelled {...{ label, name: input.name, error, optional, hint }}>
      {(described) => <input className="input" type="text" {...described} {...input} />}
    </Labelled>
  )
}

export function TextArea({ label, error, optional, hint, ...area }: Labelled & ComponentProps<'textarea'>) {
  return (
    <Labelled {...{ label, name: area.name, error, optional, hint }}>
      {(described) => <textarea className="input" {...described} {...area} />}
    </Labelled>
  )
}

/** A checkbox with its label. */
export function CheckField({
  name,
  error,
  children,
  ...input
}: Pick<Labelled, 'name' | 'error'> & ComponentProps<'input'>) {
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

/** A field that only robots fill in, and when the form was drawn (`http/form-timestamp.server.ts`). */
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
