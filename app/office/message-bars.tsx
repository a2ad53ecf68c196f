import { millisecondsInMinute } from 'date-fns/constants'
import { use } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from 'react-router'
import { DockPlaces } from '../ui/overlays/dock'
import { ButtonOfToast, CloseLink, TimedMessage, ToastRegion, useOpenToasts } from '../ui/overlays/toasts'
import type { Toast } from '../ui/toast'
import '../ui/overlays/message-bar.css'

/** Shows the messages of an office page: in the dock once the script runs; before that, and in a dialog, as toasts. */
export function PageMessages({ toasts }: { toasts: Toast[] }) {
  const { messages } = use(DockPlaces)
  return messages ? createPortal(<MessageBars toasts={toasts} />, messages) : <ToastRegion toasts={toasts} />
}

/** Messages as bars of the dock, with their buttons. A message about a decision stays until its e-mails leave. */
export function MessageBars({ toasts }: { toasts: Toast[] }) {
  const { hash } = useLocation()
  const [open, close] = useOpenToasts(toasts)
  return open.map((toast) => (
    <TimedMessage
      key={toast.title + toast.description}
      toast={toast}
      className={`message-bar message-bar-${toast.tone}`}
      stays={(toast.button?.until?.minutes ?? 0) * millisecondsInMinute}
      onRead={() => close(toast)}
    >
      <div className="message-bar-text">
        <b>{toast.title}</b>
        {toast.description && <p>{toast.description}</p>}
        {toast.button?.until && <small>{toast.button.until.sentence}</small>}
        {toast.link && (
          <p>
            <Link to={toast.link.to}>{toast.link.label}</Link>
          </p>
        )}
      </div>
      {toast.button && (
        <ButtonOfToast
          button={toast.button}
          className="button message-bar-button"
          aria-keyshortcuts={toast.button.restores ? 'Shift+Z' : undefined}
          // An address with a hash moves the focus to its target instead.
          autoFocus={!hash}
        />
      )}
      <CloseLink toast={toast} className="button button-quiet message-bar-close" onClose={() => close(toast)}>
        Chiudi
      </CloseLink>
    </TimedMessage>
  ))
}
