import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useNavigation } from 'react-router'
import { SHORTCUTS_STORAGE_KEY } from '../../content/cookies'
import { Dialog } from '../../ui/overlays/dialog'
import { PageHead } from '../../ui/page-head'

/** The parameter of the address that opens the help. */
export const KEYS_HELP_PARAMETER = 'aiuto'

/** The keys and what they do, for the help. */
const KEYS_IN_WORDS = {
  j: 'vai alla richiesta dopo',
  k: 'vai alla richiesta prima',
  '⇧A': 'approva la richiesta',
  '⇧L': 'mettila in lista d’attesa, se il corso è al completo',
  '⇧R': 'rifiuta la richiesta',
  '⇧Z': 'ripristina la richiesta che hai appena deciso',
  x: 'scegli la richiesta',
  '/': 'la ricerca del pannello',
  '?': 'questo aiuto',
} as const

/** Letters that decide when typed with the shift key; `data-key` names them on their buttons. */
const DECIDING_LETTERS = ['a', 'l', 'r', 'z']

/** Milliseconds within which two letters belong to a word, so that neither decides. */
const WORD_PAUSE = 1000
/** Milliseconds that a letter waits before it decides. */
const DECISION_DELAY = 600

/** Whether the user has left the keys on (WCAG 2.1.4): the browser stores it; true if the browser refuses to say. */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(SHORTCUTS_STORAGE_KEY) !== 'no'
  } catch {
    return true
  }
}

function setKeysOn(on: boolean): void {
  try {
    if (on) localStorage.removeItem(SHORTCUTS_STORAGE_KEY)
    else localStorage.setItem(SHORTCUTS_STORAGE_KEY, 'no')
  } catch {}
}

/** Keys that act on the row to which the keyboard has moved the focus. `help`: the address of their explanation. */
export function QueueKeys({ help }: { help: string }) {
  const navigate = useNavigate()
  const isIdle = useNavigation().state === 'idle'
  // While a page is loading, for instance a dialog, keys decide nothing.
  const idle = useRef(isIdle)
  idle.current = isIdle
  useEffect(
    () =>
      listenToKeys(
        () => idle.current,
        () => navigate(help, { preventScrollReset: true }),
      ),
    [navigate, help],
  )
  return (
    <p className="queue-keys needs-script">
      <kbd>j</kbd> <kbd>k</kbd> scorri · <kbd>⇧A</kbd> approva · <kbd>⇧L</kbd> in lista · <kbd>⇧R</kbd>{' '}
      rifiuta ·{' '}
      <Link to={help} preventScrollReset>
        Scorciatoie da tastiera
      </Link>
    </p>
  )
}

/** The attribute of the row on which the keys act; the row then shows them. It need not be a chosen row. */
const KEY_ROW_ATTRIBUTE = 'data-keys'

/**
 * Listens to the keys of the queue until the returned function is called. A key decides only about a row that was
 * reached with Tab, j or k, with no click since. The decision waits `DECISION_DELAY`; a click, or any key but Shift,
 * cancels it in the meantime, so that typed words decide nothing.
 */
function listenToKeys(isIdle: () => boolean, showHelp: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  /** Whether a key is about to move the focus. */
  let movesByKey = false
  let lastLetterAt = Number.NEGATIVE_INFINITY
  let decisionTimer: ReturnType<typeof setTimeout> | undefined

  const setKeyRow = (row: Element | null) => {
    for (const other of document.querySelectorAll(`[${KEY_ROW_ATTRIBUTE}]`))
      other.removeAttribute(KEY_ROW_ATTRIBUTE)
    if (areKeysOn()) row?.setAttribute(KEY_ROW_ATTRIBUTE, '')
  }
  const keyRow = () => {
    const row = document.activeElement?.closest('.queue-row')
    return row?.hasAttribute(KEY_ROW_ATTRIBUTE) ? row : undefined
  }
  const decide = (letter: string) => {
    const button = keyRow()?.querySelector<HTMLElement>(`[data-key=${letter}]`)
    if (button && isIdle() && !document.querySelector('dialog[open]')) button.click()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing, defaultPrevented } = event
    if (key === 'Shift') return
    clearTimeout(decisionTimer)
    movesByKey = key === 'Tab'
    const now = performance.now()
    const isInWord = now - lastLetterAt < WORD_PAUSE
    const isLetter = key.length === 1 && key !== ' '
    if (isLetter) lastLetterAt = now
    if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented || takesTypedText(event.target))
      return
    if (key === ' ' || key === 'Enter') {
      if (isInWord && isDecisionButton(event.target)) event.preventDefault()
      return
    }
    if (!areKeysOn() || document.querySelector('dialog[open]')) return
    if (key === '?') {
      event.preventDefault()
      showHelp()
    } else if (shiftKey) {
      const letter = key.toLowerCase()
      const mayDecide = !repeat && !isInWord && DECIDING_LETTERS.includes(letter) && isIdle()
      if (mayDecide && keyRow()) decisionTimer = setTimeout(() => decide(letter), DECISION_DELAY)
    } else if ((key === 'j' || key === 'k') && !isInWord) {
      event.preventDefault()
      // j and k do not count as letters of a word: a decision may follow at once.
      lastLetterAt = Number.NEGATIVE_INFINITY
      movesByKey = true
      moveFocusBy(key === 'j' ? 1 : -1)
    } else if (key === 'x') keyRow()?.querySelector<HTMLElement>('input[type=checkbox]')?.click()
  }
  // Firefox presses a button when the space bar is released.
  const onKeyUp = (event: KeyboardEvent) => {
    const isInWord = performance.now() - lastLetterAt < WORD_PAUSE
    if (event.key === ' ' && isInWord && isDecisionButton(event.target)) event.preventDefault()
  }
  const onFocus = ({ target }: FocusEvent) => {
    const row = target instanceof Element ? target.closest('.queue-row') : null
    // If a script moves the focus within this row, for instance after a decision, the keys go on acting on it.
    if (movesByKey || !row?.hasAttribute(KEY_ROW_ATTRIBUTE)) setKeyRow(movesByKey ? row : null)
    movesByKey = false
  }
  const onPointer = () => {
    clearTimeout(decisionTimer)
    movesByKey = false
    setKeyRow(null)
  }
  document.addEventListener('keydown', onKeyDown, { signal })
  document.addEventListener('keyup', onKeyUp, { signal })
  document.addEventListener('focusin', onFocus, { signal })
  document.addEventListener('pointerdown', onPointer, { signal })
  return () => {
    clearTimeout(decisionTimer)
    stop.abort()
  }
}

/** Whether an element takes typed text, so that keys typed in it decide nothing. */
export function takesTypedText(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]), select, textarea, [contenteditable]') !== null
  )
}

/** Whether an element is among the buttons that decide about a request. */
function isDecisionButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.queue-decisions') !== null
}

/** Moves the focus by `rowCount` rows, negative for upwards; to the first row if no row has it. */
function moveFocusBy(rowCount: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('.queue-row')]
  const index = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[index < 0 ? 0 : Math.max(0, index + rowCount)]
  row?.scrollIntoView({ block: 'nearest' })
  row?.focus({ preventScroll: true })
}

/** The help for the keys, and the switch that turns them off in this browser. */
export function QueueKeysDialog({ closeTo }: { closeTo: string }) {
  const [on, setOn] = useState(true)
  useEffect(() => setOn(areKeysOn()), [])
  const title = 'Scorciatoie da tastiera'
  return (
    <Dialog title={title} closeTo={closeTo}>
      <PageHead title={title} noindex />
      <dl className="queue-keys-list">
        {Object.entries(KEYS_IN_WORDS).map(([key, deed]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{deed}</dd>
          </div>
        ))}
      </dl>
      <p>
        ⇧ è il tasto Maiusc. I tasti agiscono sulla richiesta che hai raggiunto con la tastiera, e che li
        mostra accanto ai suoi pulsanti: mai dopo un clic, mai mentre scrivi. Una decisione parte dopo mezzo
        secondo, se non premi altro. Con Maiusc un clic su una casella sceglie anche le righe fino all’ultima
        scelta. Le frecce scorrono la pagina, come sempre. Spente qui sotto, le scorciatoie lo restano finché
        non esci dal sito.
      </p>
      <label className="check needs-script">
        <input
          type="checkbox"
          value="1"
          checked={on}
          onChange={({ target }) => {
            setOn(target.checked)
            setKeysOn(target.checked)
          }}
        />
        <span>Scorciatoie attive in questo browser</span>
      </label>
    </Dialog>
  )
}
