import { seatsLeft } from '../rules'

/** `seatsTaken`: open offers included; `maxPartecipanti`: null or 0 without a limit. */
type SeatFacts = { seatsTaken: number; maxPartecipanti: number | null }

/** Width of the bar in its own units; CSS stretches it. */
const BAR_WIDTH = 120

/** Taken seats in figures and as a bar; nothing without a limit. */
export function SeatsBar({ course }: { course: SeatFacts }) {
  const { seatsTaken, maxPartecipanti } = course
  if (!maxPartecipanti) return null
  const left = seatsLeft(course, seatsTaken)
  const filledWidth = Math.min(BAR_WIDTH, Math.round((BAR_WIDTH * seatsTaken) / maxPartecipanti))
  return (
    <div>
      {seatsTaken} di {maxPartecipanti}
      <svg className="seats" viewBox={`0 0 ${BAR_WIDTH} 6`} preserveAspectRatio="none" aria-hidden="true">
        <rect width={BAR_WIDTH} height="6" />
        <rect className={left === 0 ? 'all-taken' : undefined} width={filledWidth} height="6" />
      </svg>
    </div>
  )
}
