import type { ReactNode } from 'react'
import { Icon } from './icon'

/** A link that opens in a new tab. `name`: what it does, for people who hear it. */
export function NewTabLink({
  to,
  name,
  className,
  children,
}: {
  to: string
  name: string
  className?: string
  children: ReactNode
}) {
  return (
    <a
      className={className}
      href={to}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${name} (si apre in una nuova scheda)`}
    >
      {children} <Icon name="out" />
    </a>
  )
}
