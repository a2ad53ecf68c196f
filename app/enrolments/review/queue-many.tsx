import { type ReactNode, useRef } from 'react'
import { TextArea } from '../../ui/forms/field'
import { Submit } from '../../ui/forms/form'
import { More } from '../../ui/overlays/more'
import { type ChoiceWords, ChosenRows } from '../../ui/tables/chosen-rows'
import { REASON_LIMIT } from '../rules'

const WORDS: ChoiceWords = {
  label: 'Richieste scelte',
  all: 'Scegli tutte',
  none: 'Deseleziona tutte',
  singular: 'scelta',
  plural: 'scelte',
  another: 'un’altra',
  others: 'altre',
}

/** The rows of the queue in a form, with buttons that act on the chosen ones. */
export function QueueMany({
  page,
  requests,
  keys,
  children,
}: {
  page: string
  requests: { id: string }[]
  /** What stands beside the choice of all rows. */
  keys: ReactNode
  children: ReactNode
}) {
  return (
    <ChosenRows
      ids={requests.map(({ id }) => id)}
      page={page}
      words={WORDS}
      head={keys}
      acts={(chosen) => <QueueActs chosen={chosen} />}
    >
      {children}
    </ChosenRows>
  )
}

/**
 * Buttons for the chosen requests; a phone has room for the first only and shows the others in a menu. `chosen`: how
 * many are chosen.
 */
function QueueActs({ chosen }: { chosen: number }) {
  const rejection = useRef<HTMLDetailsElement>(null)
  const count = chosen > 0 && ` ${chosen}`
  const admit = { name: 'intent', value: 'admit-many', busy: 'Metto in lista...' }
  const askReason = () => {
    if (!rejection.current) return
    rejection.current.open = true
    rejection.current.querySelector('textarea')?.focus()
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
      <details ref={rejection} className="bulk-wide">
        <summary className="button button-quiet">Rifiuta{count}…</summary>
        <TextArea
          label="Motivo per tutte"
          name="reasonForAll"
          optional
          rows={2}
          hint="Se lo scrivi, sta nell’email."
          maxLength={REASON_LIMIT}
        />
        <Submit className="button" name="intent" value="reject-many" busy="Rifiuto...">
          Rifiuta le scelte
        </Submit>
      </details>
    </>
  )
}
