import { data } from 'react-router'
import type { FormErrors } from '../ui/forms/error-summary'
import { type AccountRefused, explainAccountRefusal, refusalInit } from './refusals.rules'

/** The field of a form beside which a refusal is shown. */
const FIELDS: Partial<Record<AccountRefused['refusal'], string>> = {
  'weak-password': 'password',
  'other-password': 'password',
  'wrong-password': 'current',
  'wrong-code': 'code',
  'other-email': 'email',
}

/** Answers a form with its refusal. `typed`: what the page needs to show the form as it was sent. */
export function refusedForm<Typed extends object = object>(refused: AccountRefused, typed?: Typed) {
  const problem = explainAccountRefusal(refused)
  const field = FIELDS[refused.refusal]
  const result = { ...(typed as Typed), problem, ...(field && { errors: { [field]: problem } }) }
  return data<Typed & FormErrors>(result, refusalInit(refused))
}
