import type { ReactNode } from 'react'
import './empty-state.css'

/** What stands in place of an empty list: that it is empty, why, and what one can do. */
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
