import { formatCount } from '../italian/numbers'
import { useFold } from '../ui/fold'
import { ErrorSummary } from '../ui/forms/error-summary'
import { Field } from '../ui/forms/field'
import { Form, Submit } from '../ui/forms/form'
import { useRemainingErrors } from '../ui/forms/remaining-errors'
import { type Terms, type TermsErrors, type TermsText, writeTerms } from './terms.rules'

/**
 * The answer to a form that was not saved. `text`: as typed; `before`: the stored terms that the form knows, with which
 * the next attempt is compared.
 */
export type TermsResult = { text: TermsText; before: TermsText; errors?: TermsErrors; problem?: string }

/** A folded form that changes the minimum of participants and the day to confirm by. */
export function TermsForm({
  edition,
  result,
}: {
  edition: Terms & { maxPartecipanti: number | null }
  result: TermsResult | undefined
}) {
  const stored = writeTerms(edition)
  const { text, before } = result ?? { text: stored, before: stored }
  const fold = useFold(Boolean(result), result)
  const [errors, clear] = useRemainingErrors(result, result?.errors ?? {})
  const { maxPartecipanti: most } = edition
  const seats = most
    ? `Il corso ha ${formatCount(most, 'posto', 'posti')}.`
    : 'Il corso non ha un limite di posti.'
  return (
    <details {...fold} className="edition-change" key={JSON.stringify(before)}>
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
