import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../italian/numbers'
import { TextArea } from '../../ui/forms/field'
import { Form, Submit } from '../../ui/forms/form'
import { Dock } from '../../ui/overlays/dock'
import { REASON_LIMIT } from '../rules'
import './queue-many.css'

/** The form that the boxes of the rows belong to. */
export const MANY = 'insieme'

/** The rows, and what is done with the chosen ones. Before a script runs the bar stands beneath them, without names. */
export function QueueMany({
  page,
  requests,
  keys,
  children,
}: {
  page: string
  requests: { id: string }[]
  /** Beside the choice of all rows. */
  keys: ReactNode
  children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  const last = useRef<EventTarget>(null)
  const [names, setNames] = useState<string[]>([])
  const boxes = () => [...(place.current?.querySelectorAll<HTMLInputElement>('.queue-choice') ?? [])]
  const look = () =>
    setNames(boxes().flatMap(({ checked, dataset }) => (checked ? (dataset.name ?? '') : [])))
  /** With the shift key the boxes in between too. */
  const extend = ({ target, nativeEvent }: FormEvent) => {
    const all = boxes()
    const [from = -1, to = -1] = [last.current, target]
      .map((box) => all.indexOf(box as HTMLInputElement))
      .sort((a, b) => a - b)
    const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey && from >= 0
    if (isRange) for (const box of all.slice(from, to)) box.checked = (target as HTMLInputElement).checked
    last.current = target
    look()
  }
  const choose = (checked: boolean) => {
    for (const box of boxes()) box.checked = checked
    look()
  }
  const leave = () => {
    choose(false)
    place.current?.querySelector<HTMLElement>('.queue-all > button')?.focus()
  }
  const rows = requests.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that go take their boxes with them
  useEffect(look, [rows])
  if (requests.length === 0) return children
  const chosen = names.length
  return (
    <div ref={place} className="queue-many" onChange={extend}>
      <div className="queue-all needs-script">
        <button className="link" type="button" onClick={() => choose(chosen < requests.length)}>
          {chosen < requests.length ? 'Scegli tutte' : 'Deseleziona tutte'}
        </button>
        {keys}
      </div>
      {children}
      <Dock label="Richieste scelte" isShown={chosen > 0}>
        <Form key={rows} id={MANY} method="post" action={page} className="queue-bar" preventScrollReset>
          <p aria-live="polite">
            <b>{chosen > 0 ? formatCount(chosen, 'scelta', 'scelte') : 'Le scelte'}</b>
            {chosen > 0 && <small>{listed(names)}</small>}
          </p>
          <div className="actions">
            <Submit className="button" name="intent" value="approve-many" busy="Approvo...">
              Approva{chosen > 0 && ` ${chosen}`}
            </Submit>
            <Submit className="button button-quiet" name="intent" value="admit-many" busy="Metto in lista...">
              In lista{chosen > 0 && ` ${chosen}`}
            </Submit>
            <details>
              <summary className="button button-quiet">Rifiuta{chosen > 0 && ` ${chosen}`}…</summary>
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
            <button className="button button-quiet needs-script" type="button" onClick={leave}>
              Deseleziona
            </button>
          </div>
        </Form>
      </Dock>
    </div>
  )
}

/** Names in the bar. */
const NAMED = 3

/** 'Ada Prova, Bice Prova, Carlo Prova e altre 4' */
function listed(names: string[]): string {
  const more = names.length - NAMED
  const first = names.slice(0, NAMED).join(', ')
  return more > 0 ? `${first} e ${more === 1 ? 'un’altra' : `altre ${more}`}` : first
}
