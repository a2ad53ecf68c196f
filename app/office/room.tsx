import { type ReactNode, use, useEffect, useState } from 'react'
import { areKeysOn, takesTypedText } from '../enrolments/review/queue-keys'
import { useOfflineForm } from '../ui/forms/offline-form'
import { DockPlaces } from '../ui/overlays/dock'
import { LoaderToasts, MessagePlace } from '../ui/overlays/toasts'
import type { Toast } from '../ui/toast'
import { MessageBars, PageMessages } from './message-bars'
import '../ui/overlays/dock.css'
import './room.css'

/** The page and, at its end, the dock: messages, the bar of the page, and the navigation of a phone. */
export function Room({ places, children }: { places: ReactNode; children: ReactNode }) {
  const [messages, setMessages] = useState<HTMLElement | null>(null)
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const toasts = useLastDecision([...use(LoaderToasts), ...useOfflineForm()])
  useRestoreKey()
  return (
    <DockPlaces value={{ messages, bar }}>
      <div className="room">
        <MessagePlace value={PageMessages}>{children}</MessagePlace>
        <div className="dock">
          <div className="toasts" role="status" aria-live="polite">
            <div className="toasts-of-page" ref={setMessages} />
            <MessageBars toasts={toasts} />
          </div>
          <div className="dock-bar" ref={setBar} />
          {places}
        </div>
      </div>
    </DockPlaces>
  )
}

/**
 * Returns the toasts; if there are none, the decision among the last toasts that there were, if it could be undone, so
 * that it stays on the next pages.
 */
function useLastDecision(toasts: Toast[]): Toast[] {
  const [latest, setLatest] = useState<Toast>()
  const [decision, setDecision] = useState<Toast>()
  const newest = toasts.at(-1)
  if (newest && newest !== latest) {
    setLatest(newest)
    setDecision(toasts.findLast(({ undo }) => undo?.until))
  }
  return newest || !decision ? toasts : [decision]
}

/** Milliseconds to wait after the key: another key within this time shows that the user is typing. */
const BEFORE_RESTORING = 600

/**
 * Makes Shift+Z undo the last decision, except in an open dialog. A row of the queue that has the keyboard handles the
 * key itself.
 */
function useRestoreKey() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const restore = () => {
      const isElsewhere = document.querySelector('dialog[open], [data-keys] [data-key=z]')
      if (!isElsewhere) document.querySelector<HTMLElement>('.dock [aria-keyshortcuts="Shift+Z"]')?.click()
    }
    const onKey = ({ key, shiftKey, ctrlKey, metaKey, altKey, repeat, target }: KeyboardEvent) => {
      clearTimeout(timer)
      const isPressed = key.toLowerCase() === 'z' && shiftKey && !ctrlKey && !metaKey && !altKey && !repeat
      if (isPressed && areKeysOn() && !takesTypedText(target)) timer = setTimeout(restore, BEFORE_RESTORING)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}
