import { useEffect, useState } from 'react'
import { Link, useNavigate, useNavigation } from 'react-router'
import { KEYS_SETTING } from '../../content/cookies'
import { Dialog } from '../../ui/dialog'
import { PageHead } from '../../ui/page-head'

/** The parameter of the open help. */
export const KEYS_HELP = 'aiuto'

const KEYS = {
  j: 'la richiesta dopo',
  k: 'la richiesta prima',
  a: 'approva la richiesta',
  l: 'mettila in lista d’attesa, se il corso è al completo',
  r: 'rifiuta la richiesta',
  x: 'scegli la richiesta',
  z: 'ripristina com’era prima dell’ultima decisione',
  '/': 'la ricerca del pannello',
  '?': 'questo aiuto',
} as const

/** A setting of the browser, which may refuse to keep it (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(KEYS_SETTING) !== 'no'
  } catch {
    return true
  }
}

function setKeysOn(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEYS_SETTING)
    else localStorage.setItem(KEYS_SETTING, 'no')
  } catch {}
}

/** Letters that act on the row with the focus. `help`: the address of their explanation. */
export function QueueKeys({ help }: { help: string }) {
  const navigate = useNavigate()
  // Whoever types while a dialog is on its way decides nothing.
  const isIdle = useNavigation().state === 'idle'
  useEffect(() => {
    if (!isIdle) return
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing, defaultPrevented } = event
      if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented || !areKeysOn()) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      if (key === '?') navigate(help, { preventScrollReset: true })
      else if (shiftKey || !act(key.toLowerCase())) return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate, help, isIdle])
  return (
    <p className="queue-keys needs-script">
      <kbd>j</kbd> <kbd>k</kbd> scorri · <kbd>a</kbd> approva · <kbd>l</kbd> in lista · <kbd>r</kbd> rifiuta ·{' '}
      <Link to={help} preventScrollReset>
        Scorciatoie da tastiera
      </Link>
    </p>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type=checkbox]), select, textarea') !== null
}

/** Whether the key did something. */
function act(key: string): boolean {
  const rows = [...document.querySelectorAll('.queue-row')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const press = (part: string) => {
    const button = rows[at]?.querySelector<HTMLElement>(part)
    button?.click()
    return button !== undefined && button !== null
  }
  switch (key) {
    case 'j':
      return goTo(rows[at + 1])
    case 'k':
      return goTo(rows[Math.max(0, at - 1)])
    case 'a':
    case 'l':
    case 'r':
      return press(`[data-key=${key}]`)
    case 'x':
      return press('input[type=checkbox]')
    case 'z': {
      const undo = document.querySelector<HTMLElement>('.toast-undo')
      undo?.click()
      return undo !== null
    }
    default:
      return false
  }
}

function goTo(row: Element | undefined): boolean {
  const button = row?.querySelector<HTMLElement>('[data-key]')
  row?.scrollIntoView({ block: 'nearest' })
  button?.focus({ preventScroll: true })
  return true
}

export function QueueKeysDialog({ closeTo }: { closeTo: string }) {
  const [on, setOn] = useState(true)
  useEffect(() => setOn(areKeysOn()), [])
  const title = 'Scorciatoie da tastiera'
  return (
    <Dialog title={title} closeTo={closeTo}>
      <PageHead title={title} noindex />
      <dl className="queue-keys-list">
        {Object.entries(KEYS).map(([key, deed]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{deed}</dd>
          </div>
        ))}
      </dl>
      <p>
        Con Maiusc un clic su una casella sceglie anche le righe fino all’ultima scelta. Le lettere agiscono
        sulla richiesta che ha il fuoco, e mai mentre scrivi in un campo. Le frecce scorrono la pagina, come
        sempre.
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
