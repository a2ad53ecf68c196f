import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode } from 'react'

/**
 * A menu of links and buttons. A choice closes it, as do Escape, opening another menu, and moving the focus elsewhere.
 */
export function Menu({
  className,
  label,
  children,
}: {
  className: string
  label: ReactNode
  children: ReactNode
}) {
  return (
    <details
      className={className}
      name="menu"
      onClick={closeOnChoice}
      onKeyDown={closeOnEscape}
      onBlur={closeOnLeave}
    >
      <summary>{label}</summary>
      {children}
    </details>
  )
}

function closeOnChoice({ target, currentTarget }: MouseEvent<HTMLDetailsElement>) {
  if ((target as Element).closest('a, button')) currentTarget.open = false
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>) {
  if (event.key !== 'Escape') return
  event.currentTarget.open = false
  event.currentTarget.querySelector('summary')?.focus()
}

function closeOnLeave({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false
}
