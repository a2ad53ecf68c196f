import type { AccountOutcome } from '../accounts/refusals.rules'
import { isStaffRole, type Role } from '../accounts/rules'
import { refuse } from '../runtime/outcome.rules'

/**
 * Refuses the deletion of the last administrator, by themselves or by the operator (`npm run forget`).
 * `administrators`: how many there are.
 */
export function mayDeleteOwnAccount(person: { role: Role }, administrators: number): AccountOutcome {
  return person.role === 'admin' && administrators <= 1 ? refuse('only-admin') : { ok: true }
}

/** Refuses an administrator who would delete their own account in this way, or that of a member of staff. */
export function mayDeletePerson(admin: { id: string }, person: { id: string; role: Role }): AccountOutcome {
  if (person.id === admin.id) return refuse('own-account')
  return isStaffRole(person.role) ? refuse('account-of-staff') : { ok: true }
}
