import { formatDate } from '../../italian/dates'

/** Units of the drawing: its height, the ground line, the tallest bar, and distance and width of the bars. */
const HEIGHT = 140
const BASE = 116
const TALLEST = 96
const STEP = 41
const WIDTH = 31

/** The requests of the last weeks as bars, the present week last. */
export function WeeklyChart({ weeks }: { weeks: { week: string; requests: number }[] }) {
  const most = Math.max(1, ...weeks.map(({ requests }) => requests))
  const label = `Richieste nelle ultime ${weeks.length} settimane: ${weeks.map(({ requests }) => requests).join(', ')}`
  return (
    <aside aria-labelledby="settimane">
      <div className="admin-head">
        <h2 id="settimane">Richieste per settimana</h2>
      </div>
      <svg
        className="chart"
        viewBox={`0 0 ${weeks.length * STEP - 8} ${HEIGHT}`}
        role="img"
        aria-label={label}
      >
        {weeks.map(({ week, requests }, i) => {
          const height = Math.round((requests / most) * TALLEST)
          return (
            <g key={week}>
              <rect
                className={i === weeks.length - 1 ? 'now' : undefined}
                x={i * STEP}
                y={BASE - height}
                width={WIDTH}
                height={height}
              />
              <text x={i * STEP + WIDTH / 2} y={BASE - height - 6} textAnchor="middle">
                {requests}
              </text>
            </g>
          )
        })}
        <text x="0" y={HEIGHT - 6}>
          {formatDate(weeks[0]?.week, 'd MMM')}
        </text>
        <text x={weeks.length * STEP - 10} y={HEIGHT - 6} textAnchor="end">
          questa
        </text>
      </svg>
    </aside>
  )
}
