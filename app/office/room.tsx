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
export function Room({ phoneNavigation, children }: { phoneNavigation: ReactNode; children: ReactNode }) {
  const [messages, setMessages] = useState<HTMLElement | null>(null)
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const toasts = [...useToastsAndLastDecision(use(LoaderToasts)), ...useOfflineForm()]
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
          {phoneNavigation}
        </div>
      </div>
    </DockPlaces>
  )
}

/**
 * Returns the toasts of the page, after that of the last decision that could be undone, so that the decision can be
 * undone on the next pages too, also after an error. Any other toast ends that, and a refusal that ends the undo.
 */
function useToastsAndLastDecision(toasts: Toast[]): Toast[] {
  const [latest, setLatest] = useState<Toast>()
  const [decision, setDecision] = useState<Toast>()
  const newest = toasts.at(-1)
  if (newest && newest !== latest) {
    setLatest(newest)
    const next = toasts.findLast(({ button }) => button?.until)
    setDecision(next ?? (newest.tone === 'destructive' && !newest.endsUndo ? decision : undefined))
  }
  return decision && !toasts.includes(decision) ? [decision, ...toasts] : toasts
}

/** Milliseconds to wait after the key: another key within this time shows that the user is typing. */
const RESTORE_DELAY = 600

/**
 * Makes Shift+Z press the button in the dock that undoes the last decision. Not while a dialog is open, nor while the
 * queue shows the key beside a row: the queue handles the key itself.
 */
function useRestoreKey() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const restore = () => {
      const isHandledElsewhere = document.querySelector('dialog[open], [data-keys] [data-key=z]')
      if (isHandledElsewhere) return
      const buttons = document.querySelectorAll<HTMLElement>('.dock [aria-keyshortcuts="Shift+Z"]')
      // A message of the page hides those before it.
      const shown = [...buttons].find((button) => button.checkVisibility())
      shown?.click()
    }
    const onKey = ({ key, shiftKey, ctrlKey, metaKey, altKey, repeat, target }: KeyboardEvent) => {
      clearTimeout(timer)
      const isPressed = key.toLowerCase() === 'z' && shiftKey && !ctrlKey && !metaKey && !altKey && !repeat
      if (isPressed && areKeysOn() && !takesTypedText(target)) timer = setTimeout(restore, RESTORE_DELAY)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}
