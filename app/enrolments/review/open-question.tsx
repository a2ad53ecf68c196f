import type { ReactNode } from 'react'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { type Edition, editionLine } from '../../ui/edition'
import { ErrorSummary } from '../../ui/forms/error-summary'
import { TextArea } from '../../ui/forms/field'
import { QuestionDialog } from '../../ui/overlays/question-dialog'
import { ASK_OVER_CAPACITY, REASON_LIMIT } from '../rules'
import { isRosterStep, type RosterStep, stateLabelAfter } from '../steps.rules'
import { type Intent, openerId, questionAddress } from './buttons.rules'
import type { ButtonResult } from './form-actions.server'

/** The request or enrolment that a question is about. */
type AboutRequest = {
  id: string
  person: { firstName: string; lastName: string }
  course: Edition & { title: string }
}
type DialogProps = { request: AboutRequest; page: string }

/**
 * The open question about a request or an enrolment, over a page; nothing without a question. `toReject`: the request
 * of the question 'Rifiuta' in the address; `result`: of a button; `page`: the address without the question.
 */
export function OpenQuestion({
  toReject,
  result,
  page,
}: {
  toReject?: AboutRequest | undefined
  result: ButtonResult
  page: string
}) {
  const { question } = result
  if (question?.intent === 'approve') return <OverCapacityDialog request={question.request} page={page} />
  if (question && isRosterStep(question.intent))
    return <EarlyDialog request={question.request} step={question.intent} page={page} />
  return toReject && <RejectDialog request={toReject} page={page} result={result} />
}

const nameOf = ({ person }: AboutRequest) => `${person.firstName} ${person.lastName}`

function OverCapacityDialog({ request, page }: DialogProps) {
  return (
    <RequestDialog
      title={ASK_OVER_CAPACITY}
      request={request}
      intent="approve"
      page={page}
      button="Approva comunque"
      busy="Approvo..."
    >
      <p>
        {nameOf(request)}, {request.course.title} ({editionLine(request.course)}): tutti i posti sono
        occupati. Se approvi, il corso supera il numero massimo di partecipanti.
      </p>
      <input type="hidden" name="overCapacity" value="1" />
    </RequestDialog>
  )
}

/** Asks whether to take a step although the course has not begun. */
function EarlyDialog({ request, step, page }: DialogProps & { step: RosterStep }) {
  const { title, startDate } = request.course
  return (
    <RequestDialog
      title={`Segnare come «${stateLabelAfter(step)}»?`}
      request={request}
      intent={step}
      page={page}
      button={`Segna «${stateLabelAfter(step)}»`}
      busy="Salvo..."
    >
      <p>
        {nameOf(request)}, {title}: il corso non è ancora iniziato
        {startDate && ` (prima sessione ${withArticle('il', formatDate(startDate, 'd MMMM yyyy'))})`}.
      </p>
      <input type="hidden" name="early" value="1" />
    </RequestDialog>
  )
}

/** Asks for the reason of a rejection. `result`: of its button, with the reason as it was typed if that is refused. */
function RejectDialog({ request, page, result }: DialogProps & { result: ButtonResult }) {
  const problem = result.problem?.sentence
  return (
    <RequestDialog
      title="Rifiutare la richiesta?"
      request={request}
      intent="reject"
      page={page}
      button="Rifiuta"
      busy="Invio in corso..."
    >
      <ErrorSummary result={result} errors={{ reason: problem }} />
      <p>
        {nameOf(request)}, {request.course.title} ({editionLine(request.course)}). La persona riceve un’email.
      </p>
      <TextArea
        label="Motivo"
        name="reason"
        optional
        hint="Se lo scrivi, sta nell’email."
        maxLength={REASON_LIMIT}
        defaultValue={result.reason}
        error={problem}
      />
    </RequestDialog>
  )
}

function RequestDialog({
  request,
  intent,
  page,
  children,
  ...dialog
}: {
  title: string
  request: AboutRequest
  intent: Intent
  page: string
  button: string
  busy: string
  children: ReactNode
}) {
  const back = `${page}#${openerId(intent, request.id)}`
  return (
    <QuestionDialog
      {...dialog}
      head={null}
      closeTo={back}
      action={questionAddress(page, intent, request.id)}
      name="enrolment"
      value={request.id}
    >
      {children}
      <input type="hidden" name="intent" value={intent} />
    </QuestionDialog>
  )
}
