import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { SEARCH_LIMIT } from '../../courses/rules'
import { ErrorSummary } from '../../ui/forms/error-summary'
import { Field } from '../../ui/forms/field'
import { Form } from '../../ui/forms/form'
import { QuestionActions } from '../../ui/overlays/question-page'
import { EditionChoice, onlyOtherEdition } from './edition-choice'
import '../../ui/forms/filters.css'

/** `full`: the chosen edition has no seat, which the office may pass over. */
export type MoveResult = { course: string; errors: { course: string }; full?: boolean }

/**
 * Where enrolments may move to: a search for other courses, and the choice of an edition. `kept`: fields of the address
 * that the search keeps; `balance`: of one enrolment, which prices are compared with; `children`: what the move means.
 */
export function MoveForm({
  q,
  kept,
  editions,
  balance = null,
  result,
  back,
  button,
  children,
}: {
  q: string
  kept: ReactNode
  editions: Parameters<typeof EditionChoice>[0]['editions']
  balance?: Parameters<typeof EditionChoice>[0]['balance']
  result: MoveResult | undefined
  back: string
  button: string
  children: ReactNode
}) {
  const { search } = useLocation()
  const proposed = q ? undefined : onlyOtherEdition(editions)
  return (
    <>
      <Form className="filters text-filter" role="search">
        {kept}
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
          chosen={result?.course ?? proposed}
          error={result?.errors.course}
        />
        <p>{children}</p>
        {result?.full && (
          <label className="check">
            <input type="checkbox" name="overCapacity" value={result.course} />
            <span>Corso al completo: sposta comunque</span>
          </label>
        )}
        <QuestionActions back={back} busy="Sposto...">
          {editions.length > 0 && button}
        </QuestionActions>
      </Form>
    </>
  )
}
