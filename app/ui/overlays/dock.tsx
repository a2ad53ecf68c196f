import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'

type Places = { messages: HTMLElement | null; bar: HTMLElement | null }

/** The value outside of the office, in a dialog, and before the script runs, where there is no dock. */
export const NO_DOCK: Places = { messages: null, bar: null }

/** The elements of the dock into which pages render their messages and their bar. */
export const DockPlaces = createContext(NO_DOCK)

/**
 * The bar of a page about chosen rows or unsaved changes, at the foot of the screen. `isShown`: whether there is
 * something to act on. Before the script runs the bar is always shown, at its place in the page.
 */
export function Dock({
  label,
  isShown = true,
  children,
}: {
  label: string
  isShown?: boolean
  children: ReactNode
}) {
  const { bar } = use(DockPlaces)
  const part = <section aria-label={label}>{children}</section>
  if (!bar) return part
  return isShown && createPortal(part, bar)
}
