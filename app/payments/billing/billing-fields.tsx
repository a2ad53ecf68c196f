import type { FieldErrors } from '../../ui/forms/error-summary'
import { Field } from '../../ui/forms/field'
import { BILLING_KIND_LABELS, BILLING_KINDS, type BILLING_MAX } from './rules'

/** The texts that the fields of the billing details show, by the name of the field. */
export type ShownBillingDetails = Record<string, string | null>

/**
 * The fields of the billing details. `seen`: when the shown details were last changed (epoch milliseconds); 0 for none.
 */
export function BillingFields({
  shown,
  seen,
  errors,
}: {
  shown: ShownBillingDetails
  seen: number
  errors: FieldErrors
}) {
  const field = (name: keyof typeof BILLING_MAX) => ({
    name,
    defaultValue: shown[name] ?? '',
    error: errors[name],
    autoComplete: 'off',
    ...(name !== 'name' && { optional: true }),
  })
  return (
    <>
      <input type="hidden" name="seen" value={seen} />
      <div className="field">
        <label htmlFor="kind">A chi va la fattura</label>
        <select className="input" id="kind" name="kind" defaultValue={shown.kind ?? 'person'}>
          {BILLING_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {BILLING_KIND_LABELS[kind]}
            </option>
          ))}
        </select>
      </div>
      <Field label="Nome e cognome, o ragione sociale" {...field('name')} />
      <Field label="Codice fiscale" {...field('taxCode')} />
      <Field label="Partita IVA" {...field('vatNumber')} />
      <Field label="Codice destinatario" {...field('sdiCode')} />
      <Field label="PEC" inputMode="email" {...field('pec')} />
      <Field label="Indirizzo" {...field('street')} />
      <Field label="CAP" inputMode="numeric" {...field('postcode')} />
      <Field label="Comune" {...field('town')} />
      <Field label="Provincia" hint="Due lettere, come AP." {...field('province')} />
      <Field
        label="Nazione"
        name="country"
        autoComplete="off"
        defaultValue={shown.country ?? 'IT'}
        error={errors.country}
        hint="Due lettere, come IT."
      />
    </>
  )
}

/** The initial values for a person who has no billing details yet. */
export const initialBillingDetails = (person: {
  firstName: string
  lastName: string
  company: string | null
}): ShownBillingDetails => ({
  kind: person.company ? 'company' : 'person',
  name: person.company ?? `${person.firstName} ${person.lastName}`,
})
