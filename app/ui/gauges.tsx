import './gauges.css'

/** Most seats that are drawn as squares; more are drawn as a bar. */
const MOST_SQUARES = 40

/**
 * Draws taken, offered and free seats, and a tick at the minimum; a bar has no offered seats. Decorative: words beside
 * it say the same. `most`: the limit of seats; without a limit (null or 0) nothing is drawn; `least`: the minimum, null
 * for none.
 */
export function SeatSquares({
  taken,
  offered,
  most,
  least,
}: {
  taken: number
  offered: number
  most: number | null
  least: number | null
}) {
  if (!most) return null
  if (most > MOST_SQUARES)
    return <Gauge part={Math.min(1, taken / most)} tick={least ? least / most : null} />
  const seats = [...Array(most).keys()]
  const kindOf = (seat: number) => (seat < taken ? 'taken' : seat < taken + offered ? 'offered' : 'free')
  return (
    <svg
      className="gauge seat-squares"
      viewBox={`0 0 ${most * 10} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {seats.map((seat) => (
        <rect
          key={seat}
          className={`gauge-${kindOf(seat)}`}
          x={seat * 10 + 0.75}
          y="1.5"
          width="8.5"
          height="7"
        />
      ))}
      {least && least <= most && <Tick at={least * 10} isReached={taken >= least} />}
    </svg>
  )
}

/** A bar that is filled for a part of a whole, 0 to 1. `tick`: the part to reach, null for none. */
export function Gauge({ part, tick = null }: { part: number; tick?: number | null }) {
  return (
    <svg className="gauge" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className="gauge-free" y="1.5" width="100" height="7" />
      <rect className="gauge-taken" y="1.5" width={100 * part} height="7" />
      {tick !== null && <Tick at={100 * tick} isReached={part >= tick} />}
    </svg>
  )
}

function Tick({ at, isReached }: { at: number; isReached: boolean }) {
  const className = isReached ? 'gauge-tick' : 'gauge-tick gauge-tick-ahead'
  return <path className={className} d={`M${at} 0V10`} vectorEffect="non-scaling-stroke" />
}
