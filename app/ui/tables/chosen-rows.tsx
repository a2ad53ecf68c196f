import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useActionData, useLocation } from 'react-router'
import { formatCount } from '../../italian/numbers'
import { EnterButton } from '../forms/enter-button'
import { Form } from '../forms/form'
import { useOfflineForm } from '../forms/offline-form'
import { Dock } from '../overlays/dock'
import { LoaderToasts, toastsIn } from '../overlays/toasts'
import './chosen-rows.css'

/** The id of the form that the boxes of the rows belong to. */
const FORM_ID = 'insieme'

/** The Italian words for the chosen rows, in their gender. */
export type ChoiceWords = {
  /** The label of the bar: 'Richieste scelte'. */
  label: string
  /** Of the button that chooses all rows, or none. */
  all: string
  none: string
  /** After the number of chosen rows. */
  singular: string
  plural: string
  /** After three names: ' e un’altra', ' e altre 4'. */
  another: string
  others: string
}

/** The Enter key on a box would press the first submit button of its form, which decides about all chosen rows. */
function ignoreEnter(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault()
}

/** The box that chooses a row. `of`: the row, for screen readers; `name`: the row in the bar; `isChosen`: initially. */
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
      form={FORM_ID}
      defaultChecked={isChosen}
      aria-label={`Scegli: ${of}`}
      data-name={name}
      onKeyDown={ignoreEnter}
    />
  )
}

/** The box in the head of a table that chooses all rows, or none. */
export function ChooseAll({ label }: { label: string }) {
  return <input type="checkbox" className="choose-every needs-script" aria-label={label} />
}

/**
 * Rows with boxes (`RowChoice`), and a bar in the dock with the buttons for the chosen rows. Before the script runs the
 * bar stands below the rows, without names. `ids`: the rows with a box; `page`: the address that the form posts to;
 * `head`: shown beside the button that chooses all rows; `acts`: returns the buttons for a number of rows; `clears`:
 * whether no row stays chosen after an act that did not fail.
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
  const container = useRef<HTMLDivElement>(null)
  const lastChanged = useRef<EventTarget>(null)
  /** Whether the choice ends with the act that was sent. */
  const endsChoice = useRef(false)
  const [names, setNames] = useState<string[]>([])
  const boxes = () => [...(container.current?.querySelectorAll<HTMLInputElement>('.row-choice') ?? [])]
  /** Reads the ticked boxes. The bar is rendered with low priority, so that a box is ticked at once. */
  const readBoxes = () => {
    const chosen = boxes().filter(({ checked }) => checked)
    const chooseAll = container.current?.querySelector<HTMLInputElement>('.choose-every')
    if (chooseAll) chooseAll.checked = chosen.length === ids.length
    startTransition(() => setNames(chosen.map(({ dataset }) => dataset.name ?? '')))
  }
  /** Handles a changed box; with the shift key also the boxes between it and the one that was changed before. */
  const changeBoxes = ({ target, nativeEvent }: FormEvent) => {
    endsChoice.current = false
    if (target instanceof HTMLInputElement && target.matches('.choose-every'))
      return setAllBoxes(target.checked)
    const all = boxes()
    const [from = -1, to = -1] = [lastChanged.current, target]
      .map((box) => all.indexOf(box as HTMLInputElement))
      .sort((a, b) => a - b)
    const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey && from >= 0
    if (isRange) for (const box of all.slice(from, to)) box.checked = (target as HTMLInputElement).checked
    lastChanged.current = target
    readBoxes()
  }
  const setAllBoxes = (checked: boolean) => {
    endsChoice.current = false
    for (const box of boxes()) box.checked = checked
    readBoxes()
  }
  const clearChoice = () => {
    setAllBoxes(false)
    // Only one of the box and the button is visible, and only that one takes the focus.
    for (const control of container.current?.querySelectorAll<HTMLElement>(
      '.choose-every, .choose-all > button',
    ) ?? [])
      control.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a press that came before the script
  useEffect(() => {
    if (container.current?.querySelector('.choose-every:checked')) setAllBoxes(true)
  }, [])
  const rows = ids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that disappear take their boxes with them
  useEffect(readBoxes, [rows])
  const { key } = useLocation()
  const toasts = use(LoaderToasts)
  const isLost = useOfflineForm().length > 0
  const answer = useActionData()
  // An act ends with a toast of the page that follows; a question is an answer without one.
  const hasFailed = isLost || toasts.some(({ tone }) => tone === 'destructive')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page after an act
  useEffect(() => {
    const hasToasts = isLost || toasts.length > 0 || toastsIn(answer).length > 0
    if (answer !== undefined && !hasToasts) return
    if (endsChoice.current && toasts.length > 0 && !hasFailed) setAllBoxes(false)
    endsChoice.current = false
  }, [key])
  if (ids.length === 0) return children
  const chosen = names.length
  return (
    <div ref={container} className="chosen-rows" onChange={changeBoxes}>
      <div className="choose-all">
        <button className="link needs-script" type="button" onClick={() => setAllBoxes(chosen < ids.length)}>
          {chosen < ids.length ? words.all : words.none}
        </button>
        {head}
      </div>
      {children}
      <Dock label={words.label} isShown={chosen > 0}>
        <Form
          key={rows}
          id={FORM_ID}
          method="post"
          action={page}
          className="bulk-bar"
          preventScrollReset
          onSubmit={() => {
            endsChoice.current = clears
          }}
        >
          {/* Without a script the Enter key on a box presses this button, which closes a dialog and sends nothing. */}
          <EnterButton formMethod="dialog" />
          <p aria-live="polite">
            <b>{chosen > 0 ? formatCount(chosen, words.singular, words.plural) : words.label}</b>
            {chosen > 0 && <Names names={names} words={words} />}
          </p>
          <div className="actions">
            {acts(chosen)}
            <button className="button button-quiet needs-script" type="button" onClick={clearChoice}>
              Deseleziona
            </button>
          </div>
        </Form>
      </Dock>
    </div>
  )
}

/** Most names in the bar. */
const MOST_NAMED = 3

/** 'Ada Prova, Bice Prova, Carlo Prova e altre 4' */
function Names({ names, words }: { names: string[]; words: ChoiceWords }) {
  const more = names.length - MOST_NAMED
  const first = names.slice(0, MOST_NAMED)
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
