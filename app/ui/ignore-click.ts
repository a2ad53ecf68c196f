import type { MouseEvent } from 'react'

/**
 * As `onClickCapture` of a preview: its links and buttons do nothing, but folds open, and its text stays readable for
 * everybody, which `inert` would hide from screen readers.
 */
export function ignoreClick(event: MouseEvent) {
  if (event.target instanceof Element && event.target.closest('summary')) return
  event.preventDefault()
  event.stopPropagation()
}
