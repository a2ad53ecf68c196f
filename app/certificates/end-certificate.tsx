import type { ReactNode } from 'react'
import { href } from 'react-router'
import { REASON_LIMIT } from '../enrolments/rules'
import { formatDate } from '../italian/dates'
import { ErrorSummary } from '../ui/forms/error-summary'
import { TextArea } from '../ui/forms/field'
import { Form } from '../ui/forms/form'
import { QuestionActions, QuestionPage } from '../ui/overlays/question-page'
import type { IssuedCertificate } from './queries.server'

/**
 * The page that ends an attestato for a reason, which `label` and `hint` ask for. `refusal`: why it cannot end;
 * `result`: what the action returned; `children`: what follows from it.
 */
export function EndCertificate({
  title,
  certificate: { courseId, facts },
  refusal,
  result,
  label,
  hint,
  button,
  busy,
  children,
}: {
  title: string
  certificate: IssuedCertificate
  refusal: string | undefined
  result: { reason?: string; errors?: { reason?: string }; problem?: string } | undefined
  label: string
  hint: string
  button: string
  busy: string
  children: ReactNode
}) {
  const back = href('/admin/courses/:course/attestati', { course: courseId })
  const about = (
    <dl className="facts">
      <div>
        <dt>Attestato</dt>
        <dd>
          <b className="num">n. {facts.number}</b>, {formatDate(facts.issuedOn, 'd MMMM yyyy')}
        </dd>
      </div>
      <div>
        <dt>Persona</dt>
        <dd>
          {facts.firstName} {facts.lastName}
        </dd>
      </div>
      <div>
        <dt>Corso</dt>
        <dd>{facts.course.title}</dd>
      </div>
    </dl>
  )
  return (
    <QuestionPage title={title} back={back} about={about} result={result} refusal={refusal}>
      <Form method="post" className="form">
        <ErrorSummary result={result} errors={result?.errors} problem={result?.problem} />
        <p>{children}</p>
        <TextArea
          label={label}
          name="reason"
          required
          rows={3}
          maxLength={REASON_LIMIT}
          defaultValue={result?.reason}
          hint={hint}
          error={result?.errors?.reason}
        />
        <QuestionActions back={back} stay="Tieni l’attestato" busy={busy}>
          {button}
        </QuestionActions>
      </Form>
    </QuestionPage>
  )
}
