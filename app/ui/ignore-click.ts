import type { MouseEvent } from 'react'

/**
 * As `onClickCapture` of a preview: its links and buttons do nothing, and its text stays readable for everybody, which
 * `inert` would hide from screen readers.
 */
export function ignoreClick(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}
