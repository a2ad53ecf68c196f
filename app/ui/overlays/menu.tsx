import type { KeyboardEvent, ReactNode } from 'react'
import { useLocation } from 'react-router'

/** A fold of the frame. Escape closes it; a new page begins with it closed. */
export function Menu({
  className,
  label,
  children,
}: {
  className: string
  label: ReactNode
  children: ReactNode
}) {
  const { key } = useLocation()
  return (
    // A new element for each page closes it.
    <details className={className} key={key} onKeyDown={closeOnEscape}>
      <summary>{label}</summary>
      {children}
    </details>
  )
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>) {
  if (event.key !== 'Escape') return
  event.currentTarget.open = false
  event.currentTarget.querySelector('summary')?.focus()
}
