import type { ReactNode } from 'react'
import { useFold } from '../../ui/fold'
import { ErrorSummary } from '../../ui/forms/error-summary'
import { TextArea } from '../../ui/forms/field'
import { Submit } from '../../ui/forms/form'
import { More } from '../../ui/overlays/more'
import { type ChoiceWords, ChosenRows } from '../../ui/tables/chosen-rows'
import { REASON_LIMIT } from '../rules'
import type { ButtonResult } from './form-actions.server'

const WORDS: ChoiceWords = {
  label: 'Richieste scelte',
  all: 'Scegli tutte',
  none: 'Deseleziona tutte',
  singular: 'scelta',
  plural: 'scelte',
  another: 'un’altra',
  others: 'altre',
}

/** The rows of the queue in a form, with buttons that act on the chosen ones. `result`: of a button. */
export function QueueMany({
  page,
  requests,
  keys,
  result,
  children,
}: {
  page: string
  requests: { id: string }[]
  /** What stands beside the choice of all rows. */
  keys: ReactNode
  result: ButtonResult
  children: ReactNode
}) {
  return (
    <ChosenRows
      ids={requests.map(({ id }) => id)}
      page={page}
      words={WORDS}
      head={keys}
      acts={(chosen) => <QueueActs chosen={chosen} result={result} />}
    >
      {children}
    </ChosenRows>
  )
}

/**
 * Buttons for the chosen requests; a phone has room for the first only and shows the others in a menu. `chosen`: how
 * many are chosen; `result`: of a button: a reason for all stays in its field when it is refused, or after a fault.
 */
function QueueActs({ chosen, result }: { chosen: number; result: ButtonResult }) {
  const { problem, reason } = result.chosenIds ? result : {}
  const rejection = useFold(problem !== undefined || Boolean(reason), result)
  const count = chosen > 0 && ` ${chosen}`
  const admit = { name: 'intent', value: 'admit-many', busy: 'Metto in lista...' }
  const askReason = () => {
    const fold = rejection.ref.current
    if (!fold) return
    fold.open = true
    fold.querySelector('textarea')?.focus()
  }
  return (
    <>
      <Submit className="button" name="intent" value="approve-many" busy="Approvo...">
        Approva{count}
      </Submit>
      <Submit className="button button-quiet bulk-wide" {...admit}>
        In lista{count}
      </Submit>
      <div className="bulk-phone">
        <More of={WORDS.label}>
          <Submit className="" {...admit}>
            In lista{count}
          </Submit>
          <hr />
          <button type="button" className="more-grave" onClick={askReason}>
            Rifiuta{count}…
          </button>
        </More>
      </div>
      <details {...rejection} className="bulk-wide">
        <summary className="button button-quiet">Rifiuta{count}…</summary>
        <ErrorSummary result={result} errors={{ reasonForAll: problem?.sentence }} />
        <TextArea
          label="Motivo per tutte"
          name="reasonForAll"
          optional
          rows={2}
          hint="Se lo scrivi, sta nell’email."
          maxLength={REASON_LIMIT}
          defaultValue={reason}
          error={problem?.sentence}
        />
        <Submit className="button" name="intent" value="reject-many" busy="Rifiuto...">
          Rifiuta le scelte
        </Submit>
      </details>
    </>
  )
}
