import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import type { PaymentSettings } from '../content/settings.rules'
import { formatIban } from '../italian/ibans'
import { tidy } from '../parsing/text.rules'
import { readFields } from './fields.rules'

export const PAYMENT_LABELS: Record<keyof PaymentSettings, string> = {
  beneficiary: 'Intestato a',
  iban: 'IBAN per i bonifici',
  firstDueDays: 'Giorni per la prima rata',
  automaticReminders: 'Promemoria automatici',
}
type PaymentText = Record<keyof PaymentSettings, string>
type Errors = Partial<PaymentText>

/**
 * Most characters of each text. `beneficiary`: as in a SEPA transfer; `iban`: twice the longest IBAN, since spaces and
 * hyphens may be typed.
 */
export const PAYMENT_LIMITS = { beneficiary: 70, iban: 68 }
/** Most days from the approval to the first due. */
export const FIRST_DUE_MOST = 90

/** Reads the form of payments. An IBAN may be typed with spaces, hyphens and small letters. */
export function readPayments(text: Partial<PaymentText>): { value: PaymentSettings; errors: Errors } {
  const { typed, errors: tooLong } = readFields(text, PAYMENT_LIMITS)
  const errors: Errors = tooLong
  const { beneficiary } = typed
  const iban = electronicFormatIBAN(typed.iban) ?? ''
  if (iban && !isValidIBAN(iban)) errors.iban = 'Non è un IBAN: controlla lettere e cifre'
  if (iban && !beneficiary) errors.beneficiary = 'Serve: chi fa il bonifico lo scrive'
  const days = tidy(text.firstDueDays ?? '')
  const firstDueDays = /^\d{1,3}$/.test(days) ? Number(days) : Number.NaN
  if (!(firstDueDays <= FIRST_DUE_MOST))
    errors.firstDueDays = `Scrivi un numero di giorni da 0 a ${FIRST_DUE_MOST}`
  const automaticReminders = text.automaticReminders === 'on'
  return { value: { beneficiary, iban, firstDueDays, automaticReminders }, errors }
}

/** Returns the texts with which the form shows the stored settings. */
export const writePayments = (payments: PaymentSettings): PaymentText => ({
  beneficiary: payments.beneficiary,
  iban: formatIban(payments.iban),
  firstDueDays: String(payments.firstDueDays),
  automaticReminders: payments.automaticReminders ? 'on' : '',
})
