import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { isGone } from '../accounts/rules'
import { labelOf } from '../enrolments/rules'
import { StateLabel } from '../enrolments/state-label'
import { Form } from '../ui/form'
import { formatCount } from '../ui/format'
import { MailLink } from '../ui/mail-link'
import { queryWith } from '../ui/query'
import { Submit } from '../ui/submit'
import type { RosterPerson } from './roster.queries.server'
import { isRosterStep, nextStep, ROSTER_STEPS, type RosterStep } from './rules'

/** What a step is called: the state that it leads to. */
const STEP_LABELS: Record<RosterStep, string> = {
  start: labelOf('in_progress'),
  complete: labelOf('completed'),
}

/** Who is in a course, with the next step of each. `action` is the address of the roster as it stands. */
export function RosterTable({
  people,
  archived,
  action,
}: {
  people: RosterPerson[]
  archived: boolean
  action: string
}) {
  if (people.length === 0) return null
  return (
    <table className="table dense stack roster">
      <thead>
        <tr>
          <th scope="col">Nome e cognome</th>
          <th scope="col">Email</th>
          <th scope="col">Azienda</th>
          <th scope="col">Telefono</th>
          <th scope="col">Stato</th>
          <th scope="col">Segna come</th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <Row key={person.id} person={person} archived={archived} action={action} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ person, archived, action }: { person: RosterPerson; archived: boolean; action: string }) {
  const name = `${person.firstName} ${person.lastName}`
  const step = archived ? undefined : nextStep(person.status)
  return (
    <tr>
      <td>
        <b>{name}</b>
      </td>
      <td data-label="Email">{isGone(person.email) ? '–' : <MailLink address={person.email} />}</td>
      <td data-label="Azienda">{person.company ?? '–'}</td>
      <td data-label="Telefono" className="num">
        {person.phone ?? '–'}
      </td>
      <td data-label="Stato">
        <StateLabel state={person.status} />
      </td>
      <td>
        {step && (
          <Form method="post" action={action} preventScrollReset>
            <input type="hidden" name="step" value={step} />
            <Submit
              className="button button-small"
              name="enrolment"
              value={person.id}
              busy="Salvo..."
              aria-label={`${STEP_LABELS[step]}: ${name}`}
            >
              {STEP_LABELS[step]}
            </Submit>
          </Form>
        )}
      </td>
    </tr>
  )
}

type Everybody = { counts: { approved: number; in_progress: number }; action: string; search: string }

/** One press for everybody who stands before the same step; it cannot be taken back, so it is asked first. */
export function StepEverybody({ counts, action, search }: Everybody) {
  const asked = new URLSearchParams(search).get('tutti')
  const people = { start: counts.approved, complete: counts.in_progress }
  const question = useRef<HTMLParagraphElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question takes the focus once
  useEffect(() => question.current?.focus(), [asked])
  if (isRosterStep(asked) && people[asked] > 0) {
    const stay = `${action}${queryWith(search, { tutti: null })}`
    return (
      <Form method="post" action={stay} className="form to-confirm" preventScrollReset>
        <p tabIndex={-1} ref={question}>
          Segnare come «{STEP_LABELS[asked]}» {formatCount(people[asked], 'iscrizione', 'iscrizioni')}? Non si
          torna indietro.
        </p>
        <div className="actions">
          <Submit className="button" name="everybody" value={asked} busy="Salvo...">
            Segna tutti
          </Submit>
          <Link className="link" to={stay} preventScrollReset>
            Annulla
          </Link>
        </div>
      </Form>
    )
  }
  return ROSTER_STEPS.filter((step) => people[step] > 1).map((step) => (
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
