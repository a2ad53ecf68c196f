import { randomUUID } from 'node:crypto'
import { data, href } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { undoPeriodInWords } from '../enrolments/decision.rules'
import { toEuros } from '../enrolments/dues/rules'
import { returnPage } from '../enrolments/pages.rules'
import { refundProposalAfterEnd } from '../enrolments/refund.rules'
import { decisionToast } from '../enrolments/undo-toast.server'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { writeDay } from '../italian/dates'
import { formatCentsInBrief } from '../italian/prices'
import { capitalize } from '../italian/words'
import { writeAmount } from '../parsing/numbers.rules'
import { today } from '../runtime/clock'
import { env } from '../runtime/env.server'
import { refuse } from '../runtime/outcome.rules'
import { Choice } from '../ui/forms/choice'
import { ErrorSummary } from '../ui/forms/error-summary'
import { Field } from '../ui/forms/field'
import { Form } from '../ui/forms/form'
import { loadAfterConflict } from '../ui/forms/load-after-conflict'
import { QuestionActions, QuestionPage } from '../ui/overlays/question-page'
import { addressWith } from '../ui/query'
import type { Route } from './+types/register.screen'
import { registerPayment } from './commands.server'
import { PayerHead } from './payer-head'
import { type PayerById, payerById } from './queries.server'
import {
  balanceInBrief,
  confirmationOf,
  explainPaymentRefusal,
  METHOD_LABELS,
  PAYMENT_NOTE_MOST,
  type PaymentErrors,
  type PaymentText,
  paymentObstacle,
  paymentTextFrom,
  readPayment,
} from './rules'

/**
 * A form that was refused, or met a fault. `confirmation`: sent with the form when it is sent again, to overrule the
 * refusal; `sent`: after a fault, what the page had shown, since the payment may be stored all the same.
 */
type RefusedForm = {
  text: PaymentText
  errors: PaymentErrors
  problem?: string
  confirmation?: string
  sent?: { key: string; known: string; ended: string }
}

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const payer = await payerById(staffFrom(context), params.enrolment)
  if (!payer) throw data(null, { status: 404 })
  const obstacle = paymentObstacle(payer)
  return {
    payer,
    refusal: obstacle && explainPaymentRefusal(refuse(obstacle), new Date()),
    back: returnPage(url, payer.course.id),
    minutes: env.undoMinutes,
    key: randomUUID(),
    day: today(),
  }
}

export const shouldRevalidate = loadAfterConflict

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const field = (name: string) => String(form.get(name) ?? '')
  const text = paymentTextFrom(form)
  const { payment, errors } = readPayment(text, today())
  if (Object.keys(errors).length > 0) return data<RefusedForm>({ text, errors }, { status: 400 })
  const sent = { key: field('key'), known: field('known'), ended: field('ended') }
  return withErrorToast(
    'Impossibile registrare il pagamento',
    async () => {
      const registered = await registerPayment(staff, params.enrolment, payment, {
        key: sent.key,
        seenPaid: Number(sent.known),
        seenEnded: sent.ended === 'true',
        confirmation: field('confirmed'),
      })
      const payer = await payerById(staff, params.enrolment)
      const back = returnPage(url, payer?.course.id ?? '')
      if (!registered.ok) {
        const problem = explainPaymentRefusal(registered, new Date())
        if (registered.refusal === 'sent-twice')
          return redirectWith(back, { tone: 'neutral', title: problem })
        const confirmation = confirmationOf(registered.refusal, payment)
        return data<RefusedForm>({ text, errors: {}, problem, confirmation }, { status: 409 })
      }
      const title = payment.cents < 0 ? 'Rimborso registrato' : 'Incasso registrato'
      const sum = formatCentsInBrief(Math.abs(payment.cents))
      return redirectWith(back, decisionToast(`${title}: ${sum}`, registered, back, payer))
    },
    { text, errors: {}, confirmation: field('confirmed'), sent },
  )
}

export default function RegisterScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { payer, refusal, back, minutes, key, day } = loaderData
  const { balance, refund } = payer
  const isRefund = payer.ending !== null
  const result: RefusedForm | undefined = actionData && 'text' in actionData ? actionData : undefined
  const confirmation = result?.confirmation
  const typed = result?.text
  return (
    <QuestionPage
      title={isRefund ? 'Registra un rimborso' : 'Registra un incasso'}
      back={back}
      about={
        <PayerHead
          payer={payer}
          changePage={addressWith(href('/admin/iscrizioni/:enrolment/rate', { enrolment: payer.id }), {
            torna: back,
          })}
        />
      }
      result={actionData}
      refusal={refusal}
    >
      <Form method="post" className="form">
        <ErrorSummary result={result} errors={result?.errors} problem={result?.problem} />
        {payer.ending && <p>{refund ? refundProposalAfterEnd(refund) : 'Questa iscrizione è finita.'}</p>}
        <input type="hidden" name="key" value={result?.sent?.key ?? key} />
        <input type="hidden" name="known" value={result?.sent?.known ?? balance.paid} />
        <input type="hidden" name="ended" value={result?.sent?.ended ?? String(payer.ending !== null)} />
        <input type="hidden" name="confirmed" value={confirmation ?? ''} />
        <div className="form form-2">
          <Choice
            name="direction"
            label="Che cosa"
            value={typed?.direction ?? (isRefund ? 'out' : 'in')}
            options={{ in: 'Incasso: la persona ha pagato', out: 'Rimborso: le abbiamo restituito' }}
          />
          <Choice name="method" label="Come" value={typed?.method ?? 'transfer'} options={METHOD_LABELS} />
          <Field
            label="Importo in euro"
            name="amount"
            inputMode="decimal"
            defaultValue={typed?.amount ?? proposedAmount(payer)}
            error={result?.errors.amount}
            hint={!isRefund && balance.owed > 0 ? `${capitalize(balanceInBrief(balance))}.` : undefined}
          />
          <Field
            label={isRefund ? 'Partito il' : 'Ricevuto il'}
            name="receivedOn"
            defaultValue={typed?.receivedOn ?? writeDay(day)}
            error={result?.errors.receivedOn}
          />
        </div>
        <Field
          label="Nota"
          name="note"
          optional
          maxLength={PAYMENT_NOTE_MOST}
          defaultValue={typed?.note}
          hint="La legge solo la segreteria; entra nella copia dei dati, se la persona la chiede."
          error={result?.errors.note}
        />
        <p>La persona riceve un’email{undoPeriodInWords(minutes)}.</p>
        <QuestionActions back={back} busy="Registro...">
          {confirmation ? 'Registra comunque' : 'Registra'}
        </QuestionActions>
      </Form>
    </QuestionPage>
  )
}

/** The amount that the form proposes: the next due; for an ended enrolment the refund. '' for nothing. */
function proposedAmount({ ending, balance, refund }: PayerById): string {
  const cents = ending ? refund?.open : balance.next?.open
  return cents ? writeAmount(toEuros(cents)) : ''
}
