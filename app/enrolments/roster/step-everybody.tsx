import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../italian/numbers'
import { Form, Submit } from '../../ui/forms/form'
import { queryWith } from '../../ui/query'
import { COURSE_STEPS, isCourseStep, stateLabelAfter } from '../steps.rules'

type StepEverybodyProps = {
  course: { id: string; isYetToBegin: boolean }
  counts: { approved: number; in_progress: number }
  action: string
  search: string
}

/**
 * Links that take a step for all participants. They ask first: once the decision can no longer be undone, no button
 * takes the step back for all at once. `counts`: participants by state; `action`, `search`: path and query of the
 * roster.
 */
export function StepEverybody({ course, counts, action, search }: StepEverybodyProps) {
  const askedStep = new URLSearchParams(search).get('tutti')
  const people = { start: counts.approved, complete: counts.in_progress }
  const question = useRef<HTMLParagraphElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question takes the focus once
  useEffect(() => question.current?.focus(), [askedStep])
  if (isCourseStep(askedStep) && people[askedStep] > 0) {
    const page = `${action}${queryWith(search, { tutti: null })}`
    return (
      <Form method="post" action={page} className="form to-confirm" preventScrollReset>
        <p tabIndex={-1} ref={question}>
          {course.isYetToBegin && 'Il corso non è ancora iniziato. '}
          Segnare come «{stateLabelAfter(askedStep)}»{' '}
          {formatCount(people[askedStep], 'iscrizione', 'iscrizioni')}? Dopo qualche minuto si torna indietro
          solo scegliendo le righe.
        </p>
        <input type="hidden" name="course" value={course.id} />
        <div className="actions">
          <Submit className="button" name="intent" value={`${askedStep}-everybody`} busy="Salvo...">
            Segna tutti
          </Submit>
          <Link className="link" to={page} preventScrollReset>
            Lascia com’è
          </Link>
        </div>
      </Form>
    )
  }
  // For one person alone the step is in the menu of their row.
  return COURSE_STEPS.filter((step) => people[step] > 1).map((step) => (
    <Link
      key={step}
      className="button"
      to={`${action}${queryWith(search, { tutti: step })}`}
      preventScrollReset
    >
      Segna tutti {step === 'start' ? 'in corso' : 'completati'} ({people[step]})
    </Link>
  ))
}
