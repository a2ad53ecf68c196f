import { useFold } from '../../ui/fold'
import { ErrorSummary } from '../../ui/forms/error-summary'
import { TextArea } from '../../ui/forms/field'
import { Form, Submit } from '../../ui/forms/form'
import { TableHead } from '../../ui/tables/table-head'
import { REASON_LIMIT } from '../rules'
import type { RegisterPerson } from './queries.server'
import {
  type AttendanceRequirement,
  attendedInWords,
  markInWords,
  type RegisterLesson,
  thresholdStateOf,
} from './rules'

/** The reason of a refused opening as it was typed, and what is wrong with it. */
type RefusedReason = { reason?: string; problem?: string }

/** Marks of a lesson as text, which nobody changes; nothing without people. `caption`: for screen readers. */
export function MarksTable({
  caption,
  people,
  lesson,
  requirement,
}: {
  caption?: string | undefined
  people: RegisterPerson[]
  lesson: RegisterLesson
  requirement: AttendanceRequirement
}) {
  if (people.length === 0) return null
  return (
    <table className="table dense stack register-closed">
      {caption && <caption className="visually-hidden">{caption}</caption>}
      <TableHead columns={['Persona', 'Presenza', 'Ore finora']} />
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <td>
              <b>
                {person.lastName} {person.firstName}
              </b>
              {!person.isEnrolled && <small>Iscrizione finita</small>}
            </td>
            <td data-label="Presenza">{person.mark ? markInWords(person.mark, lesson) : '–'}</td>
            <td data-label="Ore finora" className="num">
              {attendedInWords(person)}
              {thresholdStateOf(person, requirement) === 'lost' && (
                <small className="register-lost">non arriva alla soglia</small>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The form to open a closed register again. `result`: what the action returned. */
export function ReopenForm({ result }: { result: RefusedReason | undefined }) {
  const fold = useFold(result?.reason !== undefined, result)
  return (
    <details className="register-reopen" {...fold}>
      <summary className="button">Riapri, con un motivo</summary>
      <Form method="post" className="form">
        <ErrorSummary result={result} errors={{ reason: result?.problem }} />
        <TextArea
          label="Motivo"
          name="reason"
          rows={2}
          required
          maxLength={REASON_LIMIT}
          defaultValue={result?.reason}
          error={result?.problem}
          hint="Resta nel log: chi guarda il registro deve capire che cosa è cambiato."
        />
        <div className="actions">
          <Submit className="button" name="intent" value="reopen" busy="Riapro...">
            Riapri il registro
          </Submit>
        </div>
      </Form>
    </details>
  )
}
