import { millisecondsInMinute } from 'date-fns/constants'
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation, useMatches, useNavigation } from 'react-router'
import { Form } from '../forms/form'
import { Icon } from '../icon'
import { RESTORE, type Toast } from '../toast'
import { DockPlaces } from './dock'

/** The toasts of the loaders, for dialogs. */
export const LoaderToasts = createContext<Toast[]>([])

/** The toasts of the loaders. A 4xx answer does not run loaders again: their earlier toasts are not shown. */
export function useLoaderToasts(): Toast[] {
  const toasts = useMatches().flatMap(({ loaderData }) => toastsIn(loaderData))
  const isSending = useNavigation().formMethod === 'POST'
  const [outdated, setOutdated] = useState<Toast[]>([])
  if (isSending && toasts.some((toast) => !outdated.includes(toast))) setOutdated(toasts)
  return toasts.filter((toast) => !outdated.includes(toast))
}

export function toastsIn(result: unknown): Toast[] {
  return (result as { toasts?: Toast[] } | undefined)?.toasts ?? []
}

/** Messages of a page: in a live region here, or in that of the dock. */
export function Toasts({ toasts }: { toasts: Toast[] }) {
  const { messages } = use(DockPlaces)
  const list = <ToastList toasts={toasts} />
  return messages ? (
    createPortal(list, messages)
  ) : (
    <div className="toasts" role="status" aria-live="polite">
      {list}
    </div>
  )
}

/** Closing is a link, hidden where it would lose typed text (toast.css). */
export function ToastList({ toasts }: { toasts: Toast[] }) {
  const { pathname, search, hash } = useLocation()
  const [closed, setClosed] = useState<Toast[]>([])
  const isClosed = (toast: Toast) =>
    closed.some((closedToast) => closedToast === toast || (toast.link && closedToast.title === toast.title))
  return toasts
    .filter((toast) => !isClosed(toast))
    .map((toast) => (
      <Message
        key={toast.title + toast.description}
        toast={toast}
        onRead={() => setClosed((before) => [...before, toast])}
      >
        <div className="toast-text">
          <b>{toast.title}</b>
          {toast.description && <p>{toast.description}</p>}
          {toast.undo?.until && (
            <small>
              <Icon name="clock" /> {toast.undo.until.words}
            </small>
          )}
          {toast.link && (
            <p>
              <Link to={toast.link.to}>{toast.link.label}</Link>
            </p>
          )}
        </div>
        {toast.undo && <Undo undo={toast.undo} autoFocus={!hash} />}
        <Link
          className="button button-quiet button-icon toast-close"
          to={pathname + search}
          replace
          preventScrollReset
          aria-label={`Chiudi: ${toast.title}`}
          onClick={(event) => {
            event.preventDefault()
            setClosed((before) => [...before, toast])
            const here = event.currentTarget.closest('dialog')?.querySelector('h2')
            const place = here ?? document.getElementById('main')
            place?.focus({ preventScroll: true })
          }}
        >
          <span>Chiudi</span>
          <Icon name="close" />
        </Link>
      </Message>
    ))
}

/** Milliseconds to notice a message, to read a character, and between two looks at the clock. */
const NOTICED = 5_000
const CHARACTER = 70
const TICK = 250

/**
 * Leaves once it has been read, a decision once its e-mails leave; neither while pointer or focus is on it. An error stays.
 */
function Message({ toast, onRead, children }: { toast: Toast; onRead: () => void; children: ReactNode }) {
  const message = useRef<HTMLDivElement>(null)
  const read = useEffectEvent(onRead)
  // Another toast of the same words has a clock of its own.
  useEffect(() => {
    const { tone, title, description = '', undo } = toast
    if (tone === 'destructive') return
    const end = performance.now() + (undo?.until?.minutes ?? 0) * millisecondsInMinute
    let left = NOTICED + CHARACTER * (title.length + description.length)
    const clock = setInterval(() => {
      if (document.hidden || message.current?.matches(':hover, :focus-within')) return
      left -= TICK
      if (left > 0 || performance.now() < end) return
      clearInterval(clock)
      read()
    }, TICK)
    return () => clearInterval(clock)
  }, [toast])
  return (
    <div ref={message} className={`toast toast-${toast.tone}`}>
      {children}
    </div>
  )
}

/** Milliseconds in which a second press of Enter, meant for the form before, does not undo. */
const UNINTENDED = 600
const never = () => () => {}

function Undo({ undo, autoFocus }: { undo: NonNullable<Toast['undo']>; autoFocus: boolean }) {
  const shownAt = useRef(Number.NEGATIVE_INFINITY)
  // While the page is hydrated the toast has been there for longer.
  const isNew = useRef(
    useSyncExternalStore(
      never,
      () => true,
      () => false,
    ),
  )
  useEffect(() => {
    if (isNew.current) shownAt.current = performance.now()
  }, [])
  return (
    <Form method="post" action={undo.action}>
      {Object.entries(undo.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        className="button toast-undo"
        type="submit"
        aria-keyshortcuts={undo.label === RESTORE ? 'Shift+Z' : undefined}
        // biome-ignore lint/a11y/noAutofocus: who acts by keyboard would find it last of all, unless the page has a place for the focus; the message is read out anyway
        autoFocus={autoFocus}
        onClick={(event) => {
          const byKeyboard = event.detail === 0
          if (byKeyboard && performance.now() - shownAt.current < UNINTENDED) event.preventDefault()
        }}
      >
        {undo.label === RESTORE && <Icon name="undo" />} {undo.label}
      </button>
    </Form>
  )
}
