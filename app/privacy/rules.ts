import type { AccountOutcome } from '../accounts/refusals.rules'
import { isStaffRole, type Role } from '../accounts/rules'
import { refuse } from '../runtime/outcome.rules'

/** An administrator always remains. The command of the operator asks this rule too. `administrators`: their number. */
export function mayDeleteOwnAccount(person: { role: Role }, administrators: number): AccountOutcome {
  return person.role === 'admin' && administrators <= 1 ? refuse('only-admin') : { ok: true }
}

/** An administrator deletes the account of a person who asked for it in writing, never one of staff. */
export function mayDeletePerson(admin: { id: string }, person: { id: string; role: Role }): AccountOutcome {
  if (person.id === admin.id) return refuse('own-account')
  return isStaffRole(person.role) ? refuse('account-of-staff') : { ok: true }
}
