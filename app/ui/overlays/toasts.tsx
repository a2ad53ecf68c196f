import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Link, useLocation, useMatches, useNavigation } from 'react-router'
import { Form } from '../forms/form'
import { Icon } from '../icon'
import type { Toast, ToastButton } from '../toast'

/** The toasts of the loaders, which a dialog shows too. */
export const LoaderToasts = createContext<Toast[]>([])

/**
 * Returns the toasts of the loaders, without those from before the last form was sent: after a 4xx no loader runs
 * again.
 */
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

/** A component that shows the messages of pages in another place, as in the office; null for the usual place. */
export const MessagePlace = createContext<ComponentType<{ toasts: Toast[] }> | null>(null)

/** Shows the messages of a page, in a live region or by the component of `MessagePlace`. */
export function Toasts({ toasts }: { toasts: Toast[] }) {
  const Place = use(MessagePlace)
  return Place ? <Place toasts={toasts} /> : <ToastRegion toasts={toasts} />
}

/** A live region over the head of the page. Closing is a link, hidden where it would lose typed text (toast.css). */
export function ToastRegion({ toasts }: { toasts: Toast[] }) {
  const { hash } = useLocation()
  const [open, close] = useOpenToasts(toasts)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {open.map((toast) => (
        <TimedMessage
          key={toast.title + toast.description}
          toast={toast}
          className={`toast toast-${toast.tone}`}
          onRead={() => close(toast)}
        >
          <b>{toast.title}</b>
          {toast.description && <p>{toast.description}</p>}
          {toast.link && (
            <p>
              <Link to={toast.link.to}>{toast.link.label}</Link>
            </p>
          )}
          {toast.button && (
            <ButtonOfToast button={toast.button} className="button toast-button" autoFocus={!hash} />
          )}
          <CloseLink
            toast={toast}
            className="button button-quiet button-icon toast-close"
            onClose={() => close(toast)}
          >
            <Icon name="close" />
          </CloseLink>
        </TimedMessage>
      ))}
    </div>
  )
}

/** Returns the toasts that are not closed, and a function that closes one. */
export function useOpenToasts(toasts: Toast[]) {
  const [closed, setClosed] = useState<Toast[]>([])
  // A loader returns a toast with a link again, as a new object: once closed, it stays closed.
  const isOpen = (toast: Toast) =>
    closed.every((closedToast) => closedToast !== toast && !(toast.link && closedToast.title === toast.title))
  const close = (toast: Toast) => setClosed((before) => [...before, toast])
  return [toasts.filter(isOpen), close] as const
}

/** A link that closes a toast. Without a script it loads the same page again. */
export function CloseLink({
  toast,
  className,
  onClose,
  children,
}: {
  toast: Toast
  className: string
  onClose: () => void
  children: ReactNode
}) {
  const { pathname, search } = useLocation()
  return (
    <Link
      className={className}
      to={pathname + search}
      replace
      preventScrollReset
      aria-label={`Chiudi: ${toast.title}`}
      onClick={(event) => {
        event.preventDefault()
        onClose()
        const dialogTitle = event.currentTarget.closest('dialog')?.querySelector('h2')
        const focusTarget = dialogTitle ?? document.getElementById('main')
        focusTarget?.focus({ preventScroll: true })
      }}
    >
      {children}
    </Link>
  )
}

/** Milliseconds in which a person notices a message. */
const NOTICE_TIME = 5_000
/** Milliseconds in which a person reads a character. */
const READING_TIME = 70
/** Milliseconds between two looks at the clock. */
const TICK = 250

/**
 * A message that disappears after the time to read it, but not before `stays` milliseconds, nor while pointer or focus
 * is on it. An error stays until it is closed.
 */
export function TimedMessage({
  toast,
  className,
  stays = 0,
  onRead,
  children,
}: {
  toast: Toast
  className: string
  stays?: number
  onRead: () => void
  children: ReactNode
}) {
  const message = useRef<HTMLDivElement>(null)
  const read = useEffectEvent(onRead)
  // Another toast of the same words has a clock of its own.
  useEffect(() => {
    const { tone, title, description = '' } = toast
    if (tone === 'destructive') return
    const end = performance.now() + stays
    let timeLeft = NOTICE_TIME + READING_TIME * (title.length + description.length)
    const clock = setInterval(() => {
      if (document.hidden || message.current?.matches(':hover, :focus-within')) return
      timeLeft -= TICK
      if (timeLeft > 0 || performance.now() < end) return
      clearInterval(clock)
      read()
    }, TICK)
    return () => clearInterval(clock)
  }, [toast, stays])
  return (
    <div ref={message} className={className}>
      {children}
    </div>
  )
}

/**
 * Milliseconds in which a second press of Enter, meant for the form that was sent before, does not press the button.
 */
const DOUBLE_PRESS = 600
/** For a value that never changes once the page is hydrated. */
const subscribeToNothing = () => () => {}

/** The button of a toast, with its form. `props`: further props of the element. */
export function ButtonOfToast({ button, ...props }: { button: ToastButton } & ComponentProps<'button'>) {
  const shownAt = useRef(Number.NEGATIVE_INFINITY)
  // A toast that is hydrated was shown before: only one that the script adds is new.
  const isNew = useRef(
    useSyncExternalStore(
      subscribeToNothing,
      () => true,
      () => false,
    ),
  )
  useEffect(() => {
    if (isNew.current) shownAt.current = performance.now()
  }, [])
  return (
    <Form method="post" action={button.action}>
      {Object.entries(button.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        {...props}
        onClick={(event) => {
          const byKeyboard = event.detail === 0
          if (byKeyboard && performance.now() - shownAt.current < DOUBLE_PRESS) event.preventDefault()
        }}
      >
        {button.restores && <Icon name="undo" />} {button.label}
      </button>
    </Form>
  )
}
