import { data, Link } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { courseById } from '../courses/queries.server'
import { undoPeriodInWords } from '../enrolments/decision.rules'
import { newDatesQuestionOf } from '../enrolments/mine/postponement.queries.server'
import { returnPage } from '../enrolments/pages.rules'
import { refundLink, refundsToday } from '../enrolments/refund.queries.server'
import { refundProposal } from '../enrolments/refund.rules'
import { EnrolmentHead } from '../enrolments/review/enrolment-head'
import { answerEnded } from '../enrolments/review/form-actions.server'
import { enrolmentById } from '../enrolments/review/queue.queries.server'
import { decisionToast } from '../enrolments/undo-toast.server'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { formatDate } from '../italian/dates'
import { writeSessions } from '../parsing/sessions.rules'
import { env } from '../runtime/env.server'
import { Form, Submit } from '../ui/forms/form'
import { QuestionPage } from '../ui/overlays/question-page'
import { errorToast } from '../ui/toast'
import type { Route } from './+types/phone-answer.screen'
import { SessionsBeforeAfter } from './moved-sessions'
import { recordPhoneAnswer } from './postponement-answers.commands.server'
import { explainEditionRefusal } from './rules'

const TITLE = 'Che cosa ha risposto al telefono?'
const CANCELLED_TITLE = 'Iscrizione disdetta'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const enrolment = await enrolmentById(staff, params.enrolment)
  if (!enrolment) throw data(null, { status: 404 })
  const [question, course, refunds] = await Promise.all([
    newDatesQuestionOf(staff, enrolment.id),
    courseById(enrolment.course.id),
    refundsToday([enrolment.id], 'cancelled_by_person', { ground: 'free' }),
  ])
  return {
    enrolment,
    refund: refunds.get(enrolment.id),
    question: question?.isFinal ? { ...question, after: writeSessions(course?.sessions ?? []) } : undefined,
    refusal: question?.isFinal
      ? undefined
      : explainEditionRefusal(question ? 'not-asked-yet' : 'unknown-question'),
    back: returnPage(url, enrolment.course.id),
    undoMinutes: env.undoMinutes,
  }
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const answer = form.get('answer')
  if (answer !== 'stays' && answer !== 'leaves') throw data(null, { status: 400 })
  return withErrorToast('Impossibile registrare la risposta', async () => {
    const enrolment = await enrolmentById(staff, params.enrolment)
    if (!enrolment)
      return answerEnded(staff, request, url, {
        kind: 'cancel',
        title: CANCELLED_TITLE,
        enrolment: params.enrolment,
      })
    const back = returnPage(url, enrolment.course.id)
    const recorded = await recordPhoneAnswer(
      staff,
      enrolment.id,
      answer === 'stays',
      String(form.get('sessions') ?? ''),
    )
    if (!recorded.ok) {
      const next = recorded.refusal === 'other-dates' ? url.pathname + url.search : back
      return redirectWith(next, errorToast(explainEditionRefusal(recorded.refusal)))
    }
    const title = answer === 'stays' ? 'Risposta registrata: resta' : CANCELLED_TITLE
    const toast = decisionToast(title, recorded, back, enrolment)
    return redirectWith(back, { ...toast, ...(await refundLink(staff, enrolment.id, back)) })
  })
}

export default function PhoneAnswerScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { enrolment, refund, question, refusal, back, undoMinutes } = loaderData
  return (
    <QuestionPage
      title={TITLE}
      back={back}
      about={<EnrolmentHead enrolment={enrolment} />}
      result={actionData}
      refusal={refusal}
    >
      {question && (
        <Form method="post" className="form">
          <input type="hidden" name="sessions" value={question.after} />
          <SessionsBeforeAfter before={question.sessionsBefore} after={question.after} />
          <p>
            La domanda è partita per email, con risposta entro {formatDate(question.answerBy, 'EEEE d MMMM')}.{' '}
            {question.stays === true && <b>Finora ha risposto che le nuove date vanno bene. </b>}
            Se non risponde, il posto resta suo.
          </p>
          <p>
            Se non può, l’iscrizione finisce senza costi e il posto torna libero subito: riceve un’email che
            dice che l’ha detto al telefono{undoPeriodInWords(undoMinutes)}. Il log dice che la risposta è
            arrivata al telefono.
          </p>
          {refund && <p>{refundProposal(refund)}</p>}
          <div className="actions">
            <Submit className="button button-main" name="answer" value="stays" busy="Salvo...">
              Le nuove date vanno bene
            </Submit>
            <Submit className="button button-grave" name="answer" value="leaves" busy="Disdico...">
              Non può: disdici l’iscrizione
            </Submit>
            <Link className="button button-quiet" to={back}>
              Torna indietro
            </Link>
          </div>
        </Form>
      )}
    </QuestionPage>
  )
}
