import { useEffect, useRef, useState } from 'react'
import type { SuggestedPerson } from '../../accounts/queries.server'
import { formatCount } from '../../italian/numbers'
import { ErrorSummary, type FieldErrors } from '../../ui/forms/error-summary'
import { Form, Submit } from '../../ui/forms/form'
import { CoursePicker } from './course-picker'
import type { ChoosableCourse } from './enrol.queries.server'
import { PersonField } from './person-field'

/**
 * What the form begins with. `search`: the text to find courses; `chosenIds`: of courses; `courses`: the chosen ones
 * and those found, null if they could not be read; `people`: suggestions for `email`.
 */
export type EnrolFormFacts = {
  email: string
  search: string
  chosenIds: string[]
  courses: ChoosableCourse[] | null
  people: SuggestedPerson[]
}

/** The form that enrols a person in courses. Without a script the server does the search and says what is missing. */
export function DirectEnrolForm({
  action,
  facts,
  result,
}: {
  action: string
  facts: EnrolFormFacts
  /** `newPersonPage`: address of the form that enters a person without an account. */
  result?:
    | { errors?: FieldErrors | undefined; problem?: string | undefined; newPersonPage?: string | undefined }
    | undefined
}) {
  const form = useRef<HTMLFormElement>(null)
  const [hasScript, setHasScript] = useState(false)
  const [filled, setFilled] = useState({ hasEmail: facts.email !== '', chosenIds: facts.chosenIds })

  const readFields = () => {
    const typed = new FormData(form.current ?? undefined)
    setFilled({ hasEmail: typed.get('email') !== '', chosenIds: typed.getAll('course').map(String) })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads once what was typed before the script ran
  useEffect(() => {
    readFields()
    setHasScript(true)
  }, [])
  const isComplete = filled.hasEmail && filled.chosenIds.length > 0
  return (
    <Form
      method="post"
      action={action}
      className="form"
      noValidate
      ref={form}
      onChange={readFields}
      onInput={readFields}
    >
      <ErrorSummary result={result} errors={result?.errors} problem={result?.problem} />
      <PersonField
        email={facts.email}
        people={facts.people}
        error={result?.errors?.email}
        newPersonPage={result?.newPersonPage}
      />
      <CoursePicker
        courses={facts.courses}
        search={facts.search}
        chosenIds={filled.chosenIds}
        hasScript={hasScript}
        error={result?.errors?.course}
      />
      <div className="actions">
        <Submit
          className="button button-main"
          name="intent"
          value="enrol"
          busy="Iscrizione in corso..."
          disabled={hasScript && !isComplete}
          aria-describedby="enrol-missing"
        >
          Iscrivi
        </Submit>
        <p className="hint" id="enrol-missing" aria-live="polite">
          {filled.chosenIds.length > 0 &&
            `${formatCount(filled.chosenIds.length, 'corso scelto', 'corsi scelti')}. `}
          {!isComplete && 'Servono l’email e almeno un corso.'}
        </p>
      </div>
    </Form>
  )
}
