import { href } from 'react-router'
import { CurrentPasswordField } from '../accounts/current-password-field'
import { adminFrom } from '../accounts/session/session.server'
import { formatIban } from '../italian/ibans'
import { formatCount } from '../italian/numbers'
import { REMINDER_DAYS_AFTER, REMINDER_DAYS_BEFORE } from '../payments/reminders/rules'
import { hasErrors } from '../ui/forms/error-summary'
import { Field } from '../ui/forms/field'
import type { Route } from './+types/payments.screen'
import { FormPart, GroupForm } from './group-form'
import { answerGroupForm, type GroupText, readGroupForm } from './group-form.server'
import { confirmNewIban } from './new-iban.server'
import { FIRST_DUE_MOST, PAYMENT_LABELS, PAYMENT_LIMITS, readPayments, writePayments } from './payments.rules'

export function loader({ context }: Route.LoaderArgs) {
  return readGroupForm(adminFrom(context), 'payments', writePayments)
}

export function action({ request, context }: Route.ActionArgs) {
  const admin = adminFrom(context)
  return answerGroupForm(admin, request, href('/admin/impostazioni/pagamenti'), {
    group: 'payments',
    read: readPayments,
    write: writePayments,
    confirm: (from, to, form) => confirmNewIban(admin, from, to, form.get('current')),
  })
}

export default function PaymentSettingsForm({ loaderData, actionData }: Route.ComponentProps) {
  // Restoring another IBAN asks for the password too, though the field of the IBAN has not changed.
  const hasPasswordError = actionData && 'errors' in actionData && actionData.errors?.current !== undefined
  return (
    <GroupForm
      title="pagamenti"
      start={loaderData}
      result={actionData}
      labels={PAYMENT_LABELS}
      limits={PAYMENT_LIMITS}
      preview={PaymentPreview}
    >
      {({ text, typed, errors, field }) => (
        <>
          <FormPart title="Conto per i bonifici">
            <div className="group-stack">
              <Field
                {...field('iban')}
                className="input num"
                autoComplete="off"
                spellCheck={false}
                optional
                hint="Vuoto: il sito dice quanto è dovuto, e non come pagarlo."
              />
              {(hasPasswordError || typed.iban !== loaderData.text.iban) && (
                <CurrentPasswordField error={errors.current} />
              )}
              <Field {...field('beneficiary')} optional hint="Come lo conosce la banca." />
            </div>
          </FormPart>
          <FormPart title="Scadenze">
            <div className="group-stack">
              <Field
                {...field('firstDueDays')}
                inputMode="numeric"
                autoComplete="off"
                hint={`Dall’approvazione, da 0 a ${FIRST_DUE_MOST}. Vale per chi approvi da adesso.`}
              />
              <div>
                <label className="switch">
                  <input
                    type="checkbox"
                    name="automaticReminders"
                    value="on"
                    defaultChecked={text.automaticReminders === 'on'}
                  />
                  {PAYMENT_LABELS.automaticReminders}
                </label>
                <p className="hint">{REMINDERS_HINT}</p>
              </div>
            </div>
          </FormPart>
        </>
      )}
    </GroupForm>
  )
}

const REMINDERS_HINT = `${formatCount(REMINDER_DAYS_BEFORE, 'giorno', 'giorni')} prima della scadenza e ${REMINDER_DAYS_AFTER} dopo, a chi non ha pagato. Il secondo sollecito lo mandi sempre tu.`

/** Shows what participants read about payments, with the typed values. */
function PaymentPreview(text: GroupText) {
  const { value, errors } = readPayments(text)
  if (hasErrors({ errors })) return <p className="quiet">Completa i campi.</p>
  return (
    <>
      {value.iban ? (
        <p>
          Fai un bonifico a <b>{value.beneficiary}</b>
          <br />
          IBAN <b className="num">{formatIban(value.iban)}</b>
        </p>
      ) : (
        <p className="quiet">Nessun conto: chi è iscritto legge quanto deve e quando.</p>
      )}
      <p>La prima rata scade {daysAfterApproval(value.firstDueDays)}.</p>
      {value.automaticReminders && (
        <p>
          Chi non ha pagato riceve un promemoria {REMINDER_DAYS_BEFORE} giorni prima di ogni scadenza e un
          sollecito {REMINDER_DAYS_AFTER} giorni dopo.
        </p>
      )}
    </>
  )
}

const daysAfterApproval = (days: number) =>
  days === 0 ? 'il giorno dell’approvazione' : `${formatCount(days, 'giorno', 'giorni')} dopo l’approvazione`
