import { type FormEvent, type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { formatCount } from '../../italian/numbers'
import { Form } from '../forms/form'
import { Dock } from '../overlays/dock'
import './chosen-rows.css'

/** The form that the boxes of the rows belong to. */
const CHOICES = 'insieme'

/** How the chosen rows are spoken of, by their gender. */
export type ChoiceWords = {
  /** Of the bar: 'Richieste scelte'. */
  label: string
  all: string
  none: string
  singular: string
  plural: string
  another: string
  others: string
}

/** The box that chooses a row. `of`: what it chooses; `name`: what the bar calls it; `isChosen`: from the beginning. */
export function RowChoice({
  id,
  name,
  of,
  isChosen = false,
}: {
  id: string
  name: string
  of: string
  isChosen?: boolean
}) {
  return (
    <input
      type="checkbox"
      className="row-choice"
      name="chosen"
      value={id}
      form={CHOICES}
      defaultChecked={isChosen}
      aria-label={`Scegli: ${of}`}
      data-name={name}
    />
  )
}

/** The box in the head of a table that chooses all rows, or none. */
export function ChooseAll({ label }: { label: string }) {
  return <input type="checkbox" className="choose-every needs-script" aria-label={label} />
}

/**
 * Rows with boxes, and in the dock what is done with the chosen ones. Before a script runs the bar stands beneath them,
 * without names. `ids`: of the rows that have a box; `head`: beside the choice of all rows; `acts`: for so many; `clears`:
 * the choice ends with the act.
 */
export function ChosenRows({
  ids,
  page,
  words,
  head = null,
  clears = false,
  acts,
  children,
}: {
  ids: string[]
  page: string
  words: ChoiceWords
  head?: ReactNode
  clears?: boolean
  acts: (chosen: number) => ReactNode
  children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  const last = useRef<EventTarget>(null)
  const [names, setNames] = useState<string[]>([])
  const boxes = () => [...(place.current?.querySelectorAll<HTMLInputElement>('.row-choice') ?? [])]
  /** A box is ticked at once; the bar follows. */
  const look = () => {
    const chosen = boxes().filter(({ checked }) => checked)
    const every = place.current?.querySelector<HTMLInputElement>('.choose-every')
    if (every) every.checked = chosen.length === ids.length
    startTransition(() => setNames(chosen.map(({ dataset }) => dataset.name ?? '')))
  }
  /** With the shift key the boxes in between too. */
  const extend = ({ target, nativeEvent }: FormEvent) => {
    if (target instanceof HTMLInputElement && target.matches('.choose-every')) return choose(target.checked)
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
    // Only one of them is seen.
    for (const control of place.current?.querySelectorAll<HTMLElement>(
      '.choose-every, .choose-all > button',
    ) ?? [])
      control.focus()
  }
  const rows = ids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that go take their boxes with them
  useEffect(look, [rows])
  const isDone = useRef(false)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page after an act
  useEffect(() => {
    if (isDone.current) choose(false)
    isDone.current = false
  }, [key])
  if (ids.length === 0) return children
  const chosen = names.length
  return (
    <div ref={place} className="chosen-rows" onChange={extend}>
      <div className="choose-all">
        <button className="link needs-script" type="button" onClick={() => choose(chosen < ids.length)}>
          {chosen < ids.length ? words.all : words.none}
        </button>
        {head}
      </div>
      {children}
      <Dock label={words.label} isShown={chosen > 0}>
        <Form
          key={rows}
          id={CHOICES}
          method="post"
          action={page}
          className="bulk-bar"
          preventScrollReset
          onSubmit={() => {
            isDone.current = clears
          }}
        >
          <p aria-live="polite">
            <b>{chosen > 0 ? formatCount(chosen, words.singular, words.plural) : words.label}</b>
            {chosen > 0 && <Names names={names} words={words} />}
          </p>
          <div className="actions">
            {acts(chosen)}
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
function Names({ names, words }: { names: string[]; words: ChoiceWords }) {
  const more = names.length - NAMED
  const first = names.slice(0, NAMED)
  return (
    <small>
      {first.map((name, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
        <span key={number} className="bulk-name">
          {name}
          {number < first.length - 1 && ', '}
        </span>
      ))}
      {more > 0 && ` e ${more === 1 ? words.another : `${words.others} ${more}`}`}
    </small>
  )
}
