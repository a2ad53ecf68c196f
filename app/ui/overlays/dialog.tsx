import { type ReactNode, use, useId, useLayoutEffect, useRef, useState } from 'react'
import { Link, useActionData, useNavigate } from 'react-router'
import { bringIntoView } from '../bring-into-view'
import { hasErrors } from '../forms/error-summary'
import { useOfflineForm } from '../forms/offline-form'
import { Icon } from '../icon'
import type { Toast } from '../toast'
import { DockPlaces, NO_DOCK } from './dock'
import { LoaderToasts, Toasts, toastsIn } from './toasts'
import './dialog.css'

/**
 * A dialog with its own address. The server renders it open; the script makes it modal. It shows the toasts of the
 * page, and `toasts`, because a modal dialog makes the page behind it inert. Escape closes it at once; with typed
 * text, a refused or failed form that has fields, or `lost`, only when pressed again. With `lost` the button 'Chiudi'
 * at the top needs a second press too.
 */
export function Dialog({
  title,
  closeTo,
  wide = false,
  toasts = [],
  lost,
  children,
}: {
  title: string
  closeTo: string
  wide?: boolean
  toasts?: Toast[]
  /** A sentence, without its full stop, about what the dialog shows only once. */
  lost?: string
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [warning, setWarning] = useState<string>()
  const navigate = useNavigate()
  const loaderToasts = use(LoaderToasts)
  const result = useActionData<unknown>()
  const offlineToasts = useOfflineForm()

  // Replaces the address of the dialog, so that the back button does not open it again.
  const leave = () => navigate(closeTo, { preventScrollReset: true, replace: true })

  // A layout effect runs while the dialog still exists: closing it returns the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens and closes once, for the same page
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const { activeElement } = document
    dialog.close()
    dialog.showModal()
    placeFocus(dialog, heading.current, activeElement)
    const { href } = window.location
    return () => {
      dialog.close()
      if (new URL(closeTo, href).href !== href) focusOpener(href, dialog)
    }
  }, [])

  return (
    <dialog
      ref={ref}
      open
      className={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        // A file field sends this event too, when its chooser is closed without a file.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        const hasUnsaved =
          isTypedIn(event.currentTarget) || (hasErrors(result) && hasFields(event.currentTarget))
        const loss = lost ?? (hasUnsaved ? UNSAVED : undefined)
        if (loss && !warning) setWarning(loss)
        else leave()
      }}
      onInput={() => setWarning(undefined)}
      onClickCapture={(event) => {
        const link =
          event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a:not(.toasts a)')
        const { altKey, ctrlKey, metaKey, shiftKey } = event
        if (!link || altKey || ctrlKey || metaKey || shiftKey) return
        if (link.href !== new URL(closeTo, link.baseURI).href) return
        event.preventDefault()
        if (lost && !warning && link.matches('.dialog-close')) setWarning(lost)
        else leave()
      }}
      // Browsers close the dialog without a cancel event when Escape is pressed twice.
      onClose={({ currentTarget }) => !currentTarget.open && leave()}
    >
      {/* The summary of errors takes the focus; a toast alone does not. */}
      {/* biome-ignore lint/a11y/noAutofocus: without a script, the dialog is where the page begins */}
      <h2 id={id} ref={heading} tabIndex={-1} autoFocus={!hasErrors({ ...Object(result), toasts: [] })}>
        {title}
      </h2>
      <DockPlaces value={NO_DOCK}>{children}</DockPlaces>
      {warning && (
        <p className="dialog-warning" role="alert" ref={bringIntoView}>
          <b>{warning}.</b> Premi ancora una volta Esc o Chiudi per chiudere lo stesso.
        </p>
      )}
      <Link
        className="button button-quiet button-icon dialog-close"
        to={closeTo}
        preventScrollReset
        aria-label="Chiudi"
      >
        <Icon name="close" />
      </Link>
      <DockPlaces value={NO_DOCK}>
        <Toasts toasts={[...loaderToasts, ...toastsIn(result), ...offlineToasts, ...toasts]} />
      </DockPlaces>
    </dialog>
  )
}

const UNSAVED = 'Non hai ancora salvato quello che hai scritto'

/**
 * Keeps the focus of a person who is typing; else focuses a leading field or the title, so that Enter presses nothing.
 */
function placeFocus(dialog: HTMLElement, heading: HTMLElement | null, active: Element | null) {
  const first = dialog.querySelector<HTMLElement>('a, button, input:not([type=hidden]), select, textarea')
  const isAtWork = active instanceof HTMLElement && active !== heading && dialog.contains(active)
  const place = isAtWork ? active : first?.matches('input, select, textarea') ? first : heading
  place?.focus()
}

/**
 * Moves the focus to the link with this address, or to the closed menu that contains it, if closing the dialog has not
 * given the focus back: after a full load, or because the opener is hidden in a menu.
 */
function focusOpener(address: string, dialog: HTMLElement) {
  const { activeElement } = document
  if (activeElement !== document.body && !dialog.contains(activeElement)) return
  const openers = [...document.links].flatMap((link) => {
    const opener =
      link.href === address && (link.closest('details:not([open])')?.querySelector('summary') ?? link)
    return opener && opener.getClientRects().length > 0 ? [opener] : []
  })
  openers[0]?.focus({ preventScroll: true })
}

/** Whether the dialog has a field that the user can fill in or choose. */
function hasFields(dialog: HTMLElement): boolean {
  return dialog.querySelector('textarea, select, input:not([type=hidden])') !== null
}

/** Whether a text of the dialog differs from what the server wrote. */
function isTypedIn(dialog: HTMLElement): boolean {
  const fields = dialog.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  return [...fields].some(({ value, defaultValue }) => value !== defaultValue)
}
