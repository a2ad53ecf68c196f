import type { FocusEvent } from 'react'
import { Link } from 'react-router'
import './chips.css'

export type Chip = { name: string; to: string; isChosen: boolean; count?: number; isUrgent?: boolean }

/** Links for choosing one of several views, some with a count. The address holds the choice. */
export function Chips({ label, chips }: { label: string; chips: Chip[] }) {
  return (
    <nav className="chips" aria-label={label}>
      {chips.map(({ name, to, isChosen, count, isUrgent }) => (
        <Link
          key={name}
          to={to}
          aria-current={isChosen || undefined}
          className={isUrgent ? 'chip-urgent' : undefined}
          preventScrollReset
          onFocus={showWhole}
        >
          {name} {count !== undefined && <span className="num chip-count">{count}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** Browsers leave a focused chip where it is if a part of it is in view. */
function showWhole({ currentTarget: chip }: FocusEvent<HTMLElement>) {
  if (chip.matches(':focus-visible')) chip.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
