import { data, href, Link } from 'react-router'
import { memberFrom } from '../accounts/session/session.server'
import { courseById } from '../courses/queries.server'
import { refundIfCancelledInWords } from '../enrolments/leave/queries.server'
import { NO_ANSWER_KEEPS_SEAT } from '../enrolments/mine/enrolment-status'
import { newDatesQuestionFor } from '../enrolments/mine/postponement.queries.server'
import { enrolmentOf } from '../enrolments/mine/queries.server'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { formatDate } from '../italian/dates'
import { writeSessions } from '../parsing/sessions.rules'
import { today } from '../runtime/clock'
import { hasErrors } from '../ui/forms/error-summary'
import { Form, Submit } from '../ui/forms/form'
import { Dialog } from '../ui/overlays/dialog'
import { PageHead } from '../ui/page-head'
import { errorToast } from '../ui/toast'
import type { Route } from './+types/own-answer.screen'
import { answerPostponement } from './postponement-answers.commands.server'
import { explainEditionRefusal } from './rules'

const TITLE = 'Le nuove date ti vanno bene?'

export async function loader({ params, context }: Route.LoaderArgs) {
  const member = memberFrom(context)
  const enrolment = await enrolmentOf(member, params.enrolment)
  if (!enrolment) throw data(null, { status: 404 })
  const [question, course, refund] = await Promise.all([
    newDatesQuestionFor(member, params.enrolment),
    courseById(enrolment.course.id),
    enrolment.balance?.paid ? refundIfCancelledInWords(member, enrolment, 'free') : null,
  ])
  const refusal = explainEditionRefusal(enrolment.hasOpenPostponement ? 'not-asked-yet' : 'unknown-question')
  if (!question) return { title: enrolment.course.title, question: undefined, refusal }
  const isOver = question.answerBy < today()
  return {
    title: enrolment.course.title,
    question: { ...question, isOver, refund, after: writeSessions(course?.sessions ?? []) },
    refusal,
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const answer = form.get('answer')
  if (answer !== 'stays' && answer !== 'leaves') throw data(null, { status: 400 })
  const page = href('/dashboard/iscrizioni/:enrolment', params)
  return withErrorToast('Impossibile inviare la risposta', async () => {
    const answered = await answerPostponement(
      memberFrom(context),
      params.enrolment,
      answer === 'stays',
      String(form.get('sessions') ?? ''),
    )
    if (!answered.ok) {
      const isAskedAgain = answered.refusal === 'other-dates'
      const next = isAskedAgain ? href('/dashboard/iscrizioni/:enrolment/rinvio', params) : page
      return redirectWith(next, errorToast(explainEditionRefusal(answered.refusal)))
    }
    return redirectWith(page, {
      tone: 'success',
      title: answer === 'stays' ? 'Grazie, ci vediamo alle nuove date' : 'Iscrizione disdetta',
    })
  })
}

/** Asks a member whether the new dates of a postponed edition suit them. */
export default function OwnAnswerScreen({
  loaderData: { title, question, refusal },
  actionData,
  params,
}: Route.ComponentProps) {
  const closeTo = href('/dashboard/iscrizioni/:enrolment', params)
  return (
    <Dialog title={TITLE} closeTo={closeTo}>
      <PageHead title={TITLE} noindex error={hasErrors(actionData)} />
      <Form method="post" className="form" preventScrollReset>
        <p>
          <b>{title}</b>
        </p>
        {question ? (
          <>
            <input type="hidden" name="sessions" value={question.after} />
            <p className="mine-note">{`Prima:\n${question.sessionsBefore}`}</p>
            <p className="mine-note">{`Adesso:\n${question.after}`}</p>
            {question.isOver ? (
              <p>{explainEditionRefusal('answer-over')}.</p>
            ) : (
              <p>
                Rispondi entro {formatDate(question.answerBy, 'EEEE d MMMM')}. Se le date non ti vanno bene
                l’iscrizione finisce senza costi, e il posto torna libero. {NO_ANSWER_KEEPS_SEAT}
              </p>
            )}
            {question.refund && !question.isOver && <p>{question.refund}</p>}
            {question.stays === true && <p className="quiet">Hai già risposto che vanno bene.</p>}
          </>
        ) : (
          <p>{refusal}.</p>
        )}
        <div className="actions">
          {question && !question.isOver && (
            <>
              <Submit className="button button-main" name="answer" value="stays" busy="Invio...">
                Mi vanno bene
              </Submit>
              <Submit className="button" name="answer" value="leaves" busy="Invio...">
                Non posso: disdici l’iscrizione
              </Submit>
            </>
          )}
          <Link className="button button-quiet" to={closeTo} preventScrollReset>
            Chiudi
          </Link>
        </div>
      </Form>
    </Dialog>
  )
}
