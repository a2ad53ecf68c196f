import type { ComponentProps } from 'react'
import { capitalize } from '../../italian/words'
import { Choice } from '../../ui/forms/choice'
import { ErrorSummary, type FieldErrors } from '../../ui/forms/error-summary'
import { Field } from '../../ui/forms/field'
import { BILLING_KIND_LABELS, type BillingDetails } from './rules'

/** The texts that the fields of the billing details show, by the name of the field. */
type ShownBillingDetails = Record<string, unknown>

/** The fields beside kind and name, in the order of the form; the label as a sentence names them. */
const DETAIL_FIELDS: ({ name: string; label: string } & Partial<ComponentProps<typeof Field>>)[] = [
  { name: 'taxCode', label: 'codice fiscale', optional: true },
  { name: 'vatNumber', label: 'partita IVA', optional: true },
  { name: 'sdiCode', label: 'codice destinatario', optional: true },
  { name: 'pec', label: 'PEC', optional: true, inputMode: 'email' },
  { name: 'street', label: 'indirizzo', optional: true },
  { name: 'postcode', label: 'CAP', optional: true, inputMode: 'numeric' },
  { name: 'town', label: 'comune', optional: true },
  { name: 'province', label: 'provincia', optional: true, hint: 'Due lettere, come AP.' },
  { name: 'country', label: 'nazione', hint: 'Due lettere, come IT.' },
]

/** What the action of the form returns. `values`: all fields as sent, for showing the form again. */
export type BillingResult = { values: ShownBillingDetails; errors?: FieldErrors; problem?: string }

/**
 * The fields of the billing details, below their errors. `details`: the stored ones. `seenUpdatedAt` says when they were
 * last changed (epoch milliseconds); 0 for none. A form that is shown again has its own in its values, unless it was
 * refused because they have changed.
 */
export function BillingFields({
  person,
  details,
  actionData,
}: {
  person: { firstName: string; lastName: string; company: string | null }
  details: (BillingDetails & { updatedAt: Date }) | null
  actionData: BillingResult | object | undefined
}) {
  const result = actionData && 'values' in actionData ? actionData : undefined
  const { firstName, lastName, company } = person
  const initialDetails: ShownBillingDetails = {
    kind: company ? 'company' : 'person',
    name: company ?? `${firstName} ${lastName}`,
    country: 'IT',
  }
  const shown: ShownBillingDetails = result?.values ?? details ?? initialDetails
  const errors = result?.errors ?? {}
  const field = (name: string) => ({
    name,
    defaultValue: String(shown[name] ?? ''),
    error: errors[name],
    autoComplete: 'off',
  })
  return (
    <>
      <ErrorSummary result={actionData} errors={errors} problem={result?.problem} />
      {result?.problem && details && <StoredBillingDetails details={details} />}
      <input
        type="hidden"
        name="seenUpdatedAt"
        value={String(result?.values.seenUpdatedAt ?? details?.updatedAt.getTime() ?? 0)}
      />
      <Choice
        name="kind"
        label="A chi va la fattura"
        value={String(shown.kind)}
        options={BILLING_KIND_LABELS}
        error={errors.kind}
      />
      <Field label="Nome e cognome, o ragione sociale" {...field('name')} />
      {DETAIL_FIELDS.map(({ name, label, ...props }) => (
        <Field key={name} {...field(name)} {...props} label={capitalize(label)} />
      ))}
    </>
  )
}

/** Shows the stored details beside typed ones that were refused because the stored ones have changed. */
export function StoredBillingDetails({ details }: { details: BillingDetails }) {
  const texts: ShownBillingDetails = details
  const parts = [
    BILLING_KIND_LABELS[details.kind],
    details.name,
    ...DETAIL_FIELDS.map(({ name, label }) => texts[name] && `${label} ${texts[name]}`),
  ]
  return <p className="quiet">I dati salvati: {parts.filter(Boolean).join(', ')}.</p>
}
