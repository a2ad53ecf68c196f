import { capitalize } from '../../italian/words'
import type { FieldErrors } from '../../ui/forms/error-summary'
import { Field } from '../../ui/forms/field'
import { BILLING_KIND_LABELS, BILLING_KINDS, type BillingDetails } from './rules'

/** The texts that the fields of the billing details show, by the name of the field. */
export type ShownBillingDetails = Record<string, string | null>

/** The details beside kind and name, in the order of the form, as a sentence names them. */
const DETAIL_LABELS = {
  taxCode: 'codice fiscale',
  vatNumber: 'partita IVA',
  sdiCode: 'codice destinatario',
  pec: 'PEC',
  street: 'indirizzo',
  postcode: 'CAP',
  town: 'comune',
  province: 'provincia',
  country: 'nazione',
} as const

/**
 * The fields of the billing details. `seenUpdatedAt`: when the stored details were last changed (epoch milliseconds); 0
 * for none. A form that is shown again has its own in `shown`, unless it was refused because they have changed.
 */
export function BillingFields({
  shown,
  seenUpdatedAt,
  errors,
}: {
  shown: ShownBillingDetails
  seenUpdatedAt: number
  errors: FieldErrors
}) {
  const field = (name: string) => ({
    name,
    defaultValue: shown[name] ?? '',
    error: errors[name],
    autoComplete: 'off',
  })
  const optionalField = (name: Exclude<keyof typeof DETAIL_LABELS, 'country'>) => ({
    ...field(name),
    label: capitalize(DETAIL_LABELS[name]),
    optional: true,
  })
  return (
    <>
      <input type="hidden" name="seenUpdatedAt" value={shown.seenUpdatedAt ?? seenUpdatedAt} />
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
      <Field {...optionalField('taxCode')} />
      <Field {...optionalField('vatNumber')} />
      <Field {...optionalField('sdiCode')} />
      <Field inputMode="email" {...optionalField('pec')} />
      <Field {...optionalField('street')} />
      <Field inputMode="numeric" {...optionalField('postcode')} />
      <Field {...optionalField('town')} />
      <Field hint="Due lettere, come AP." {...optionalField('province')} />
      <Field
        {...field('country')}
        label={capitalize(DETAIL_LABELS.country)}
        defaultValue={shown.country ?? 'IT'}
        hint="Due lettere, come IT."
      />
    </>
  )
}

/** Shows the stored details beside typed ones that were refused because the stored ones have changed. */
export function StoredBillingDetails({ details }: { details: BillingDetails }) {
  const texts: ShownBillingDetails = details
  const parts = [
    BILLING_KIND_LABELS[details.kind],
    details.name,
    ...Object.entries(DETAIL_LABELS).map(([name, label]) => texts[name] && `${label} ${texts[name]}`),
  ]
  return <p className="quiet">I dati salvati: {parts.filter(Boolean).join(', ')}.</p>
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
