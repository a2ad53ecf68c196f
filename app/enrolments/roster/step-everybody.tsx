import { Link } from 'react-router'
import { formatCount } from '../../italian/numbers'
import { queryWith } from '../../ui/query'
import { COURSE_STEPS, isCourseStep, stateLabelAfter } from '../steps.rules'
import { InlineQuestion } from './inline-question'

/**
 * Links that take a step for all participants. They ask first: once the decision can no longer be undone, no button
 * takes the step back for all at once. `counts`: participants by state; `action`, `search`: path and query of the
 * roster.
 */
export function StepEverybody({
  course,
  counts,
  action,
  search,
}: {
  course: { id: string; isYetToBegin: boolean }
  counts: { approved: number; in_progress: number }
  action: string
  search: string
}) {
  const askedStep = new URLSearchParams(search).get('tutti')
  const people = { start: counts.approved, complete: counts.in_progress }
  if (isCourseStep(askedStep) && people[askedStep] > 0) {
    const early = course.isYetToBegin ? 'Il corso non è ancora iniziato. ' : ''
    const count = formatCount(people[askedStep], 'iscrizione', 'iscrizioni')
    return (
      <InlineQuestion
        key={askedStep}
        page={`${action}${queryWith(search, { tutti: null })}`}
        text={`${early}Segnare come «${stateLabelAfter(askedStep)}» ${count}? Dopo qualche minuto si torna indietro solo scegliendo le righe.`}
        button="Segna tutti"
        name="intent"
        value={`${askedStep}-everybody`}
      >
        <input type="hidden" name="course" value={course.id} />
      </InlineQuestion>
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
