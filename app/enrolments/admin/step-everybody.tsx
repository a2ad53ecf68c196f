import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../italian/numbers'
import { Form } from '../../ui/form'
import { queryWith } from '../../ui/query'
import { Submit } from '../../ui/submit'
import { COURSE_STEPS, isCourseStep, stepLabel } from './rules'

type Everybody = {
  counts: { approved: number; in_progress: number }
  begun: boolean
  action: string
  search: string
}

/** Asks first, since it can be undone for one person at a time only. */
export function StepEverybody({ counts, begun, action, search }: Everybody) {
  const asked = new URLSearchParams(search).get('tutti')
  const people = { start: counts.approved, complete: counts.in_progress }
  const question = useRef<HTMLParagraphElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question takes the focus once
  useEffect(() => question.current?.focus(), [asked])
  if (isCourseStep(asked) && people[asked] > 0) {
    const stay = `${action}${queryWith(search, { tutti: null })}`
    return (
      <Form method="post" action={stay} className="form to-confirm" preventScrollReset>
        <p tabIndex={-1} ref={question}>
          {!begun && 'Il corso non è ancora iniziato. '}
          Segnare come «{stepLabel(asked)}» {formatCount(people[asked], 'iscrizione', 'iscrizioni')}? Dopo
          qualche minuto si torna indietro solo una persona alla volta.
        </p>
        <div className="actions">
          <Submit className="button" name="everybody" value={asked} busy="Salvo...">
            Segna tutti
          </Submit>
          <Link className="link" to={stay} preventScrollReset>
            Lascia com’è
          </Link>
        </div>
      </Form>
    )
  }
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
