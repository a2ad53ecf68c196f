import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { editionLine } from '../../ui/edition'
import { Icon } from '../../ui/icon'
import { QuestionDialog } from '../../ui/overlays/question-dialog'
import { ASK_OVER_CAPACITY, stateLabel } from '../rules'
import type { CourseEnrolOutcome } from './enrol.queries.server'
import { OUTCOMES_IN_WORDS } from './rules'

type Person = { email: string; firstName: string; lastName: string }
/** What became of one course. `isNew`: the person has just been enrolled in it. */
export type CourseResult = CourseEnrolOutcome & { isNew: boolean }

/**
 * What a direct enrolment did in each course. `page`: the address to which 'Chiudi' leads; `formPage`: the address of
 * the empty form.
 */
export function EnrolOutcomePanel({
  person,
  results,
  page,
  formPage,
}: {
  person: Person
  results: CourseResult[]
  page: string
  formPage: string
}) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <section className="outcome" aria-labelledby="esito" tabIndex={-1} ref={panel}>
      <h2 id="esito">{`Iscrizione di ${person.firstName} ${person.lastName}`}</h2>
      <Results results={results} />
      <div className="actions">
        <Link className="button" to={formPage}>
          Iscrivi un altro utente
        </Link>
        <Link className="link" to={page}>
          Chiudi
        </Link>
      </div>
    </section>
  )
}

/** Asks whether to enrol the person in full courses too. `closeTo`: the address of the result without them. */
export function EnrolOverCapacity({
  person,
  results,
  action,
  closeTo,
}: {
  person: Person
  results: CourseResult[]
  action: string
  closeTo: string
}) {
  const fullCourses = results.filter(({ outcome }) => outcome === 'full')
  const otherResults = results.filter(({ outcome }) => outcome !== 'full')
  const name = `${person.firstName} ${person.lastName}`
  return (
    <QuestionDialog
      title={ASK_OVER_CAPACITY}
      head={null}
      closeTo={closeTo}
      action={action}
      button="Approva comunque"
      name="intent"
      value="enrol"
      busy="Iscrizione in corso..."
    >
      {otherResults.length > 0 && (
        <div>
          <p>{name}:</p>
          <Results results={otherResults} />
        </div>
      )}
      <div>
        <p>
          Tutti i posti sono occupati. Se approvi, {name} entra lo stesso e il numero massimo di partecipanti
          è superato:
        </p>
        <ul className="results">
          {fullCourses.map((course) => (
            <li key={course.id}>
              <CourseName course={course} />
              <input type="hidden" name="course" value={course.id} />
            </li>
          ))}
        </ul>
      </div>
      <input type="hidden" name="email" value={person.email} />
      <input type="hidden" name="overCapacity" value="1" />
    </QuestionDialog>
  )
}

function Results({ results }: { results: CourseResult[] }) {
  return (
    <ul className="results">
      {results.map((result) => (
        <li key={result.id}>
          <CourseName course={result} />
          <span className={result.outcome === 'already' ? 'done' : 'quiet'}>
            {result.isNew && result.outcome === 'already' && <Icon name="check" />}
            {outcomeSentence(result)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function CourseName({ course }: { course: CourseResult }) {
  return (
    <span>
      <b>{course.title}</b> <small className="quiet">{editionLine(course)}</small>
    </span>
  )
}

/** What became of a course: 'Iscritto', the state in which the person already was, or why they are not enrolled. */
function outcomeSentence({ isNew, outcome, status }: CourseResult): string {
  if (outcome !== 'already' || !status) return OUTCOMES_IN_WORDS[outcome]
  return isNew ? 'Iscritto' : `${OUTCOMES_IN_WORDS.already}: ${stateLabel(status)}`
}
