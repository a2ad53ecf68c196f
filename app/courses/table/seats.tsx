import { formatCount } from '../../italian/numbers'
import { FEW_SEATS, isConcluded, seatsLeft } from '../rules'

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

/**
 * Taken seats: '11 di 16 posti', 'Concluso, 11 di 16 posti'; without a limit the number of participants. Nothing for a
 * draft or a coming course of which no seat is taken. `today`: YYYY-MM-DD.
 */
export function SeatsLine({
  course,
  today,
}: {
  course: SeatFacts & { comingSoon: boolean; draft: boolean; endDate: string | null }
  today: string
}) {
  const { comingSoon, draft, seatsTaken, maxPartecipanti } = course
  if ((comingSoon || draft) && seatsTaken === 0) return null
  const isOver = !comingSoon && isConcluded(course, today)
  const left = seatsLeft(course, seatsTaken)
  const hasFewSeats = !comingSoon && !isOver && left !== null && seatsTaken > 0 && left <= FEW_SEATS
  return (
    <small className={hasFewSeats ? 'num few' : 'num'}>
      {isOver && 'Concluso, '}
      {maxPartecipanti
        ? `${seatsTaken} di ${formatCount(maxPartecipanti, 'posto', 'posti')}`
        : formatCount(seatsTaken, 'iscritto', 'iscritti')}
    </small>
  )
}
