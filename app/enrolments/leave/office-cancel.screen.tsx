import { data } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { readForm } from '../../http/form.server'
import { redirectWith, withErrorToast } from '../../http/toasts.server'
import { formatPriceInBrief } from '../../italian/prices'
import { env } from '../../runtime/env.server'
import { ErrorSummary } from '../../ui/forms/error-summary'
import { TextArea } from '../../ui/forms/field'
import { Form } from '../../ui/forms/form'
import { QuestionActions, QuestionPage } from '../../ui/overlays/question-page'
import { undoPeriodInWords } from '../decision.rules'
import { balancesOf } from '../dues/queries.server'
import { toEuros } from '../dues/rules'
import { mayCancel } from '../end.rules'
import { returnPage } from '../pages.rules'
import { refundLink, refundsToday } from '../refund.queries.server'
import { refundProposal } from '../refund.rules'
import { explainEnrolmentRefusal } from '../refusals.rules'
import { EnrolmentHead } from '../review/enrolment-head'
import { answerEnded } from '../review/form-actions.server'
import { enrolmentById } from '../review/queue.queries.server'
import { decisionToast } from '../undo-toast.server'
import type { Route } from './+types/office-cancel.screen'
import { cancelEnrolment } from './office.commands.server'
import { CANCEL_REASONS, cancelReason, TYPED_REASON_LIMIT } from './rules'

const TITLE = 'Disdire l’iscrizione?'
const DONE = 'Iscrizione disdetta'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const enrolment = await enrolmentById(staffFrom(context), params.enrolment)
  if (!enrolment) throw data(null, { status: 404 })
  const allowed = mayCancel(enrolment.status)
  const [refunds, balances] = await Promise.all([
    refundsToday([enrolment.id], 'cancelled_by_office'),
    balancesOf([enrolment.id]),
  ])
  return {
    enrolment,
    refund: refunds.get(enrolment.id) ?? null,
    balance: balances.get(enrolment.id),
    refusal: allowed.ok ? undefined : explainEnrolmentRefusal(allowed),
    back: returnPage(url, enrolment.course.id),
    minutes: env.undoMinutes,
  }
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const [chosen, typed] = [String(form.get('chosen') ?? ''), String(form.get('reason') ?? '')]
  return withErrorToast(
    'Impossibile disdire l’iscrizione',
    async () => {
      const enrolment = await enrolmentById(staff, params.enrolment)
      const ended = () =>
        answerEnded(staff, request, url, { kind: 'cancel', title: DONE, enrolment: params.enrolment })
      if (!enrolment) return ended()
      const cancelled = await cancelEnrolment(staff, enrolment.id, cancelReason(chosen, typed))
      if (!cancelled.ok && cancelled.refusal === 'unknown-request') return ended()
      if (!cancelled.ok) {
        const isAboutReason = cancelled.refusal === 'no-reason' || cancelled.refusal === 'long-reason'
        const sentence = explainEnrolmentRefusal(cancelled)
        return data(
          { chosen, typed, problem: sentence, errors: { reason: isAboutReason ? sentence : undefined } },
          { status: isAboutReason ? 400 : 409 },
        )
      }
      const back = returnPage(url, enrolment.course.id)
      const toast = decisionToast(DONE, cancelled, back, enrolment)
      return redirectWith(back, { ...toast, ...(await refundLink(staff, enrolment.id, back)) })
    },
    { chosen, typed, errors: { reason: undefined }, problem: undefined },
  )
}

export default function CancelScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { enrolment, refund, balance, refusal, back, minutes } = loaderData
  const result = actionData && 'errors' in actionData ? actionData : undefined
  return (
    <QuestionPage
      title={TITLE}
      back={back}
      about={<EnrolmentHead enrolment={enrolment} />}
      result={actionData}
      refusal={refusal}
    >
      <Form method="post" className="form">
        <ErrorSummary result={result} errors={result?.errors} problem={result?.problem} />
        <p>
          Il posto torna libero subito. La persona riceve un’email con il motivo{undoPeriodInWords(minutes)}.
        </p>
        {balance && (
          <p>
            {refundProposal(refund)}{' '}
            {balance.open > 0 &&
              `Quello che resta da pagare (${formatPriceInBrief(toEuros(balance.open))}) non è più dovuto.`}
          </p>
        )}
        <div className="field">
          <label htmlFor="chosen">Motivo</label>
          <select className="input" id="chosen" name="chosen" defaultValue={result?.chosen ?? 'chiesto'}>
            {Object.entries(CANCEL_REASONS).map(([word, label]) => (
              <option key={word} value={word}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <TextArea
          label="Altre parole"
          name="reason"
          optional
          rows={3}
          maxLength={TYPED_REASON_LIMIT}
          defaultValue={result?.typed}
          hint="La persona le legge nell’email, dopo il motivo."
          error={result?.errors.reason}
        />
        <QuestionActions back={back} stay="Tieni l’iscrizione" busy="Disdico...">
          Disdici l’iscrizione
        </QuestionActions>
      </Form>
    </QuestionPage>
  )
}
