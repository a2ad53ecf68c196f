import { formatDate } from '../../italian/dates'

/** Units of the drawing, downwards from its top: the height of all, and the line on which the bars stand. */
const HEIGHT = 140
const BASE_LINE = 116
/** The height of the tallest bar, the distance from one bar to the next, and the width of a bar. */
const TALLEST_BAR = 96
const BAR_DISTANCE = 41
const BAR_WIDTH = 31
/** The distance of a text from the bar below it, or from the edge. */
const TEXT_GAP = 6

/** The requests of the last weeks as bars, the present week last. `weeks`: from `requestsPerWeek`. */
export function WeeklyChart({ weeks }: { weeks: { week: string; requests: number }[] }) {
  const most = Math.max(1, ...weeks.map(({ requests }) => requests))
  const lastBarEnd = weeks.length * BAR_DISTANCE - (BAR_DISTANCE - BAR_WIDTH)
  const label = `Richieste nelle ultime ${weeks.length} settimane: ${weeks.map(({ requests }) => requests).join(', ')}`
  return (
    <aside aria-labelledby="settimane">
      <div className="admin-head">
        <h2 id="settimane">Richieste per settimana</h2>
      </div>
      <svg className="chart" viewBox={`0 0 ${lastBarEnd + 2} ${HEIGHT}`} role="img" aria-label={label}>
        {weeks.map(({ week, requests }, i) => {
          const height = Math.round((requests / most) * TALLEST_BAR)
          return (
            <g key={week}>
              <rect
                className={i === weeks.length - 1 ? 'now' : undefined}
                x={i * BAR_DISTANCE}
                y={BASE_LINE - height}
                width={BAR_WIDTH}
                height={height}
              />
              <text
                x={i * BAR_DISTANCE + BAR_WIDTH / 2}
                y={BASE_LINE - height - TEXT_GAP}
                textAnchor="middle"
              >
                {requests}
              </text>
            </g>
          )
        })}
        <text x="0" y={HEIGHT - TEXT_GAP}>
          {formatDate(weeks[0]?.week, 'd MMM')}
        </text>
        <text x={lastBarEnd} y={HEIGHT - TEXT_GAP} textAnchor="end">
          questa
        </text>
      </svg>
    </aside>
  )
}
