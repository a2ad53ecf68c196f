import { and, eq } from 'drizzle-orm'
import { currentPassword } from '../accounts/fields'
import { refuseWrongPassword } from '../accounts/guard.server'
import { explainAccountRefusal } from '../accounts/refusals.rules'
import type { Admin } from '../accounts/rules'
import type { PaymentSettings } from '../content/settings.rules'
import type { Transaction } from '../database/client.server'
import { profiles } from '../database/schema'
import { enqueueEmail } from '../mail/outbox.server'
import type { FieldErrors } from '../ui/forms/error-summary'
import { ibanChanged } from './emails'

/**
 * Returns the error of the password field if the IBAN changes and the password is missing, wrong, or was tried too
 * often. `typed`: the password as sent, null if the form had no field for it.
 */
export async function confirmNewIban(
  admin: Admin,
  from: PaymentSettings,
  to: PaymentSettings,
  typed: FormDataEntryValue | null,
): Promise<FieldErrors> {
  if (from.iban === to.iban) return {}
  const password = currentPassword.safeParse(typed ?? '')
  if (!password.success) return { current: 'Per cambiare l’IBAN scrivi la tua password' }
  const refusal = await refuseWrongPassword(admin, password.data)
  return refusal ? { current: explainAccountRefusal(refusal) } : {}
}

/**
 * Queues an e-mail about a new IBAN to every administrator with a confirmed address. Does nothing if it is the same.
 */
export async function reportNewIban(
  tx: Transaction,
  admin: Admin,
  from: PaymentSettings,
  to: PaymentSettings,
): Promise<void> {
  if (from.iban === to.iban) return
  const administrators = await tx
    .select({ firstName: profiles.firstName, lastName: profiles.lastName, email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.role, 'admin'), eq(profiles.emailVerified, true)))
  const author = `${admin.firstName} ${admin.lastName}`
  for (const administrator of administrators)
    await enqueueEmail(tx, ibanChanged(administrator, { author, formerIban: from.iban, newIban: to.iban }))
}
