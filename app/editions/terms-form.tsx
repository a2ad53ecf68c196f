import { formatCount } from '../italian/numbers'
import { useFold } from '../ui/fold'
import { ErrorSummary } from '../ui/forms/error-summary'
import { Field } from '../ui/forms/field'
import { Form, Submit } from '../ui/forms/form'
import { useRemainingErrors } from '../ui/forms/remaining-errors'
import type { TermsErrors, TermsText } from './terms.rules'

/**
 * The answer to a form that was not saved. `text`: as typed; `before`: the stored terms that the form knows, with which
 * the next attempt is compared.
 */
export type TermsResult = { text: TermsText; before: TermsText; errors?: TermsErrors; problem?: string }

/** A folded form that changes the minimum of participants and the day to confirm by. */
export function TermsFold({
  course,
  stored,
  result,
}: {
  course: { maxPartecipanti: number | null }
  stored: TermsText
  result: TermsResult | undefined
}) {
  const { text, before } = result ?? { text: stored, before: stored }
  return (
    <FoldedForm key={JSON.stringify(before)} course={course} text={text} before={before} result={result} />
  )
}

function FoldedForm({
  course,
  text,
  before,
  result,
}: {
  course: { maxPartecipanti: number | null }
  text: TermsText
  before: TermsText
  result: TermsResult | undefined
}) {
  const fold = useFold(Boolean(result), result)
  const [errors, clear] = useRemainingErrors(result, result?.errors ?? {})
  const { maxPartecipanti: most } = course
  const seats = most
    ? `Il corso ha ${formatCount(most, 'posto', 'posti')}.`
    : 'Il corso non ha un limite di posti.'
  return (
    <details {...fold} className="edition-change">
      <summary>Modifica il minimo</summary>
      <Form
        method="post"
        className="form"
        noValidate
        onChange={({ target }) => target instanceof HTMLInputElement && clear(target.name)}
      >
        {result && (
          <div>
            <ErrorSummary result={result} errors={errors} problem={result.problem} />
          </div>
        )}
        <input type="hidden" name="intent" value="terms" />
        <input type="hidden" name="minParticipantsBefore" value={before.minParticipants} />
        <input type="hidden" name="confirmByBefore" value={before.confirmBy} />
        <Field
          label="Minimo di partecipanti"
          name="minParticipants"
          optional
          inputMode="numeric"
          maxLength={20}
          defaultValue={text.minParticipants}
          error={errors.minParticipants}
          hint={`${seats} Vuoto o 0: nessun minimo.`}
        />
        <Field
          label="Da confermare entro"
          name="confirmBy"
          optional
          maxLength={40}
          defaultValue={text.confirmBy}
          error={errors.confirmBy}
          hint="Per esempio 31/12/2026."
        />
        <Submit className="button button-small" busy="Salvataggio...">
          Salva
        </Submit>
      </Form>
    </details>
  )
}
