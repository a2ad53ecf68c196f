import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { SEARCH_LIMIT } from '../../courses/rules'
import { ErrorSummary } from '../../ui/forms/error-summary'
import { CheckField, Field } from '../../ui/forms/field'
import { Form } from '../../ui/forms/form'
import { QuestionActions } from '../../ui/overlays/question-page'
import type { Balance } from '../dues/rules'
import { EditionChoice, onlyOtherEdition } from './edition-choice'
import type { EditionToMoveTo } from './office.queries.server'
import '../../ui/forms/filters.css'

/**
 * What the form shows after a move was refused, or met a fault. `course`: the id of the chosen edition; `errors`: why
 * it was refused; `full`: the edition has no free seat, and the office may exceed the limit; without an error it has
 * chosen to.
 */
export type MoveResult = { course: string; errors: { course?: string }; full?: boolean }

/**
 * The form of a move: a search for other courses, and the choice of an edition. `q`: the text of the search;
 * `hiddenFields`: parameters of the address that the search keeps; `balance`: of the enrolment, to compare prices with,
 * null for several; `children`: what the move entails.
 */
export function MoveForm({
  q,
  hiddenFields,
  editions,
  balance = null,
  result,
  back,
  button,
  children,
}: {
  q: string
  hiddenFields: ReactNode
  editions: EditionToMoveTo[]
  balance?: Balance | null
  result: MoveResult | undefined
  back: string
  button: string
  children: ReactNode
}) {
  const { search } = useLocation()
  const proposedEdition = q ? undefined : onlyOtherEdition(editions)
  return (
    <>
      <Form className="filters text-filter" role="search">
        {hiddenFields}
        <Field
          label="Cerca un altro corso"
          name="q"
          type="search"
          defaultValue={q}
          maxLength={SEARCH_LIMIT}
        />
        <button className="button" type="submit">
          Cerca
        </button>
      </Form>
      <Form method="post" action={search || '?'} className="form">
        <ErrorSummary result={result} errors={result?.errors} />
        <EditionChoice
          editions={editions}
          balance={balance}
          chosen={result?.course ?? proposedEdition}
          error={result?.errors.course}
          isSearch={q !== ''}
        />
        <p>{children}</p>
        {result?.full && (
          <CheckField name="overCapacity" value={result.course} defaultChecked={!result.errors.course}>
            Corso al completo: sposta comunque
          </CheckField>
        )}
        <QuestionActions back={back} busy="Sposto...">
          {editions.some(({ existing }) => !existing) && button}
        </QuestionActions>
      </Form>
    </>
  )
}
