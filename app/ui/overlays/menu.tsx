import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { useLocation } from 'react-router'

/** A fold of the frame. Escape, another fold and a focus elsewhere close it; a new page begins with it closed. */
export function Menu({
  className,
  label,
  isHere = false,
  children,
}: {
  className: string
  label: ReactNode
  /** The page is one of those that it leads to. */
  isHere?: boolean
  children: ReactNode
}) {
  const { key } = useLocation()
  return (
    // A new element for each page closes it.
    <details className={className} name="menu" key={key} onKeyDown={closeOnEscape} onBlur={closeOnLeave}>
      <summary aria-current={isHere || undefined}>{label}</summary>
      {children}
    </details>
  )
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>) {
  if (event.key !== 'Escape') return
  event.currentTarget.open = false
  event.currentTarget.querySelector('summary')?.focus()
}

function closeOnLeave({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false
}
