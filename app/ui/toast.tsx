import { createContext, useState } from 'react'
import { Link, useLocation, useMatches, useNavigation } from 'react-router'
import { Form } from './form'
import { Icon } from './icon'

export type Toast = {
  title: string
  description?: string
  tone: 'success' | 'destructive' | 'neutral'
  /** A button in the toast that takes the action back, or does it all the same: a form posted to `action`. */
  undo?: { label: string; action: string; fields: Record<string, string> }
  /** Where to go on. */
  link?: { label: string; to: string }
}

/** What could not be done or read, and why. */
export const errorToast = (description: string): Toast => ({
  tone: 'destructive',
  title: 'Errore',
  description,
})

/** What `useLoaderToasts` returned at the root, for dialogs. */
export const LoaderToasts = createContext<Toast[]>([])

/**
 * What the loaders of the page have to say. An answer of 4xx does not run them again: what they said before the form
 * was sent is not part of its answer.
 */
export function useLoaderToasts(): Toast[] {
  const toasts = useMatches().flatMap(({ loaderData }) => toastsIn(loaderData))
  const isSending = useNavigation().formMethod === 'POST'
  const [outdated, setOutdated] = useState<Toast[]>([])
  if (isSending && toasts.some((toast) => !outdated.includes(toast))) setOutdated(toasts)
  return toasts.filter((toast) => !outdated.includes(toast))
}

/** The messages in what a loader or an action returned. */
export function toastsIn(answer: unknown): Toast[] {
  return (answer as { toasts?: Toast[] } | undefined)?.toasts ?? []
}

/**
 * Messages of the server, in a live region; they stay until closed. Closing is a link to the same page (where the
 * message is no longer), so it works without JavaScript too, but for what a form is answered with or a dialog says:
 * there it would take what was typed, and is not shown (overlays.css). A reminder is told without JavaScript anew, and
 * with it once.
 */
export function Toasts({ toasts }: { toasts: Toast[] }) {
  const { pathname, search } = useLocation()
  const [closed, setClosed] = useState<Toast[]>([])
  const isClosed = (toast: Toast) =>
    closed.some((each) => each === toast || (toast.link && each.title === toast.title))
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts
        .filter((toast) => !isClosed(toast))
        .map((toast) => (
          <div key={toast.title + toast.description} className={`toast toast-${toast.tone}`}>
            <b>{toast.title}</b>
            {toast.description && <p>{toast.description}</p>}
            {toast.link && (
              <p>
                <Link to={toast.link.to}>{toast.link.label}</Link>
              </p>
            )}
            {toast.undo && (
              <Form method="post" action={toast.undo.action}>
                {Object.entries(toast.undo.fields).map(([name, value]) => (
                  <input key={name} type="hidden" name={name} value={value} />
                ))}
                {/* biome-ignore lint/a11y/noAutofocus: who acts by keyboard would find it last of all; the message is read out anyway */}
                <button className="button" type="submit" autoFocus>
                  {toast.undo.label}
                </button>
              </Form>
            )}
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
              <Icon name="close" />
            </Link>
          </div>
        ))}
    </div>
  )
}
