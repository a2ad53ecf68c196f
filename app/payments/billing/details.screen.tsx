import { data, href } from 'react-router'
import { z } from 'zod'
import { line, optionalLine } from '../../accounts/fields'
import { explainAccount } from '../../accounts/refusals.rules'
import { staffFrom } from '../../accounts/session/session.server'
import { BILLING_KINDS } from '../../enrolments/dues/rules'
import { readForm } from '../../http/form.server'
import { readOrRedirect, redirectWith, withErrorToast } from '../../http/toasts.server'
import { ErrorSummary, type FieldErrors, fieldErrors } from '../../ui/forms/error-summary'
import { Field } from '../../ui/forms/field'
import { Form } from '../../ui/forms/form'
import { QuestionActions, QuestionPage } from '../../ui/overlays/question-page'
import type { Route } from './+types/details.screen'
import { saveBillingDetails } from './commands.server'
import { payerDetails } from './queries.server'
import { BILLING_KIND_LABELS, BILLING_MAX, codeWarnings } from './rules'

const TITLE = 'Dati di fatturazione'

/** Typed with spaces and in small letters too. */
const code = (most: number) =>
  optionalLine(2 * most)
    .transform((text) => text?.toUpperCase().replace(/\s/g, '') ?? null)
    .refine((text) => (text?.length ?? 0) <= most, `Al massimo ${most} caratteri`)

const billing = z.object({
  kind: z.enum(BILLING_KINDS, 'Scegli a chi va la fattura'),
  name: line(1, BILLING_MAX.name, 'Scrivi nome e cognome, o la ragione sociale'),
  taxCode: code(BILLING_MAX.taxCode),
  vatNumber: code(BILLING_MAX.vatNumber),
  sdiCode: code(BILLING_MAX.sdiCode),
  pec: optionalLine(BILLING_MAX.pec),
  street: optionalLine(BILLING_MAX.street),
  postcode: code(BILLING_MAX.postcode),
  town: optionalLine(BILLING_MAX.town),
  province: code(BILLING_MAX.province),
  country: line(2, 2, 'Scrivi le due lettere della nazione, come IT').transform((text) => text.toUpperCase()),
})

type Shown = Record<string, string | null>
type ActionResult = { errors?: FieldErrors; problem?: string; values?: Shown }

export async function loader({ params, context }: Route.LoaderArgs) {
  const finding = payerDetails(staffFrom(context), params.person)
  const payer = await readOrRedirect(href('/admin/people'), 'Impossibile caricare i dati', finding)
  if (!payer) throw data(null, { status: 404 })
  const { details, ...person } = payer
  const { userId: _, updatedAt, ...stored } = details ?? { userId: null, updatedAt: null }
  return { person, stored: details && (stored as Shown), seen: updatedAt?.getTime() ?? 0 }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  const typed = billing.safeParse(values)
  if (!typed.success) return data<ActionResult>({ errors: fieldErrors(typed.error), values }, { status: 400 })
  return withErrorToast('Impossibile salvare i dati', async () => {
    const saved = await saveBillingDetails(staff, params.person, typed.data, Number(form.get('seen')))
    if (!saved.ok) return data<ActionResult>({ problem: explainAccount(saved), values }, { status: 409 })
    const warnings = codeWarnings(typed.data)
    return redirectWith(href('/admin/people/:person', params), {
      tone: warnings.length > 0 ? 'neutral' : 'success',
      title: warnings.length > 0 ? 'Dati salvati, da controllare' : 'Dati salvati',
      ...(warnings.length > 0 && { description: warnings.join(' ') }),
    })
  })
}

export default function BillingScreen({ loaderData, actionData, params }: Route.ComponentProps) {
  const { person, stored, seen } = loaderData
  const result: ActionResult = actionData && 'values' in actionData ? actionData : {}
  const { errors = {} } = result
  const name = `${person.firstName} ${person.lastName}`
  const back = href('/admin/people/:person', params)
  const first: Shown = { kind: person.company ? 'company' : 'person', name: person.company ?? name }
  const shown = result.values ?? stored ?? first
  const field = (name: keyof typeof BILLING_MAX) => ({
    name,
    defaultValue: shown[name] ?? '',
    error: errors[name],
    autoComplete: 'off',
    ...(name !== 'name' && { optional: true }),
  })
  return (
    <QuestionPage
      title={TITLE}
      back={back}
      about={
        <p>
          A chi va la fattura di quello che paga <b>{name}</b>.
        </p>
      }
      result={actionData}
    >
      <Form method="post" className="form">
        <ErrorSummary result={actionData} errors={errors} problem={result.problem} />
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
        <QuestionActions back={back} busy="Salvataggio...">
          Salva i dati
        </QuestionActions>
      </Form>
    </QuestionPage>
  )
}
