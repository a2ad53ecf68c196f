import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Link, useActionData, useMatches, useNavigate } from 'react-router'
import { Icon } from './icon'
import { useLostForm } from './lost-form'
import { type Toast, Toasts, toastsIn, toastsOf } from './toast'
import './dialog.css'

/**
 * A dialog with an address: it is open because the page's address (or the answer to a form) says so, and
 * closing it goes to `closeTo`. The server renders it open, so it works without JavaScript; with it, it
 * becomes a true modal (focus kept inside, Escape closes). The rest of the page cannot be reached meanwhile, so
 * the messages of the server stand in the dialog; `toasts` are further ones.
 */
export function Dialog({
  title,
  closeTo,
  wide = false,
  toasts = [],
  children,
}: {
  title: string
  closeTo: string
  /** For tables and long forms. */
  wide?: boolean
  toasts?: Toast[]
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const navigate = useNavigate()
  const matches = useMatches()
  const answer = useActionData<unknown>()
  const lost = useLostForm()

  // In the layout phase the dialog still stands when it goes: closing it gives the focus back to its opener.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const { activeElement } = document
    dialog.close()
    dialog.showModal()
    // Whoever types in it already goes on where they are.
    if (activeElement instanceof HTMLElement && dialog.contains(activeElement)) activeElement.focus()
    return () => dialog.close()
  }, [])

  return (
    <dialog
      ref={ref}
      open
      className={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        navigate(closeTo, { preventScrollReset: true })
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
      <Link
        className="button button-quiet button-icon dialog-close"
        to={closeTo}
        preventScrollReset
        aria-label="Chiudi"
      >
        <Icon name="close" />
      </Link>
      <Toasts toasts={[...toastsOf(matches), ...toastsIn(answer), ...lost, ...toasts]} />
    </dialog>
  )
}
