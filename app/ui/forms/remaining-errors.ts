import { type ChangeEvent, useState } from 'react'
import type { FieldErrors } from './error-summary'

/**
 * Returns the errors of the fields that were not edited since the result, and a function that removes the errors of the
 * fields that it is passed.
 */
export function useRemainingErrors(result: unknown, errors: FieldErrors = {}) {
  const [edited, setEdited] = useState<{ result: unknown; fields: string[] }>({ result, fields: [] })
  const fields = edited.result === result ? edited.fields : []
  const remaining = Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)))
  const clear = (...more: string[]) => {
    if (more.some((field) => field in remaining)) setEdited({ result, fields: [...fields, ...more] })
  }
  return [remaining, clear] as const
}

/** The name of the field that a change of the form is about. */
export const changedField = ({ target }: ChangeEvent<HTMLFormElement>): string =>
  (target as unknown as HTMLInputElement).name
