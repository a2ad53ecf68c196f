import type { ReactNode } from 'react'
import './payments.css'

/** A sum above a list of payments. `about`: what it counts, in words; `children`: stand between the two. */
export function PaymentFigure({
  name,
  sum,
  isLate = false,
  about,
  children,
}: {
  name: string
  sum: string
  isLate?: boolean
  about: string
  children?: ReactNode
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isLate ? 'num payment-late' : 'num'}>
        {sum}
        {children}
        <small>{about}</small>
      </dd>
    </div>
  )
}
