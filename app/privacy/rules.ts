import type { AccountOutcome } from '../accounts/refusals.rules'
import type { Role } from '../accounts/rules'
import { refuse } from '../runtime/outcome.rules'

/** An administrator always remains. */
export function mayLeave(person: { role: Role }, administrators: number): AccountOutcome {
  return person.role === 'admin' && administrators <= 1 ? refuse('only-admin') : { ok: true }
}
