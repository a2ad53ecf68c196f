import type { ReactNode } from 'react'
import './empty-state.css'

/** Shown in place of an empty list. `act`: what the reader can do. */
export function EmptyState({
  title,
  act,
  children,
}: {
  title: string
  act?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="empty-state">
      <p className="empty-title">{title}</p>
      {children && <p>{children}</p>}
      {act && <p>{act}</p>}
    </div>
  )
}
