import { type MouseEvent, useEffect, useRef } from 'react'
import type { Toast } from '../toast'
import './forms.css'

export type FieldErrors = Partial<Record<string, string>>

/** What an action returns about a form that it refuses. `problem`: an error of the form as a whole. */
export type FormErrors = { errors?: FieldErrors | undefined; problem?: string | undefined }

/**
 * Lists the errors of a form, with links to the fields, and takes the focus. `errors`, `problem`: shown in place of
 * those of `result`.
 */
export function ErrorSummary({
  result,
  labels,
  ...shown
}: {
  /** What the action returned: a new result takes the focus again. */
  result: unknown
  /** By field, where a sentence does not say which field it means. */
  labels?: Record<string, string>
} & FormErrors) {
  const isChosen = 'errors' in shown || 'problem' in shown
  const { errors, problem }: FormErrors = isChosen ? shown : Object(result)
  const ref = useRef<HTMLDivElement>(null)
  const entries = Object.entries(errors ?? {}).filter(([, sentence]) => sentence)
  const isShown = hasErrors({ errors, problem })
  // The problem may repeat the sentence of a field.
  const sentence = entries.some(([, sentence]) => sentence && problem?.endsWith(sentence))
    ? undefined
    : problem

  // biome-ignore lint/correctness/useExhaustiveDependencies: focus again for each new result
  useEffect(() => {
    if (isShown) ref.current?.focus()
  }, [result])

  if (!isShown) return null
  return (
    // biome-ignore lint/a11y/noAutofocus: without a script, this is how the summary gets the focus
    <div className="error-summary" role="alert" tabIndex={-1} ref={ref} autoFocus>
      <p>{sentence ?? 'Controlla i campi evidenziati in rosso'}</p>
      {entries.length > 0 && (
        <ul>
          {entries.map(([name, sentence]) => (
            <li key={name}>
              <a href={`#${name}`} onClick={(event) => focusOn(event, name)}>
                {labels?.[name] ? `${labels[name]}: ${sentence}` : sentence}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Whether the result of an action has errors of fields, a `problem`, or a toast about an error. */
export function hasErrors(result: unknown): boolean {
  const { errors, problem, toasts }: { errors?: FieldErrors; problem?: string; toasts?: Toast[] } =
    Object(result)
  return (
    Boolean(problem) ||
    Object.values(errors ?? {}).some(Boolean) ||
    Boolean(toasts?.some(({ tone }) => tone === 'destructive'))
  )
}

/**
 * Moves the focus by script, since a change of the hash would count as navigation and drop the result of the action.
 */
function focusOn(event: MouseEvent, name: string) {
  const field = document.getElementById(name)
  if (!field) return
  event.preventDefault()
  field.focus()
}

/** Returns the first error of each field from a failed Zod parsing. */
export function fieldErrors(failure: { issues: { path: PropertyKey[]; message: string }[] }): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of failure.issues) errors[String(path[0] ?? '')] ??= message
  return errors
}
