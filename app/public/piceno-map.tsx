import type { OfficeLocation } from '../content/settings.rules'
import { listInWords } from '../italian/words'
import { officeCities } from '../site/offices'
import { siteSettings } from '../site/settings'
import { INK, STONE } from '../ui/artwork/strata'
import './piceno-map.css'

const WIDTH = 560
const HEIGHT = 490

/** The edges of the map, in degrees. */
const WEST = 13.24
const EAST = 14
const NORTH = 43.255
const SOUTH = 42.769

type Point = readonly [longitude: number, latitude: number]

/** The coast from the mouth of the Chienti to that of the Vomano. */
const COAST: Point[] = [
  [13.732, 43.3],
  [13.762, 43.25],
  [13.798, 43.18],
  [13.843, 43.1],
  [13.866, 43.0],
  [13.888, 42.95],
  [13.918, 42.894],
  [13.94, 42.84],
  [13.975, 42.77],
]

/** Tenna, Aso and Tronto, from the western edge to the sea. */
const RIVERS: Point[][] = [
  [
    [13.22, 43.05],
    [13.5, 43.155],
    [13.64, 43.205],
    [13.775, 43.235],
  ],
  [
    [13.22, 42.94],
    [13.55, 43.005],
    [13.7, 43.06],
    [13.846, 43.093],
  ],
  [
    [13.22, 42.72],
    [13.47, 42.825],
    [13.575, 42.857],
    [13.72, 42.875],
    [13.918, 42.894],
  ],
]

/** The colour --cotto of `ui/tokens.css`. */
const OFFICE_COLOUR = '#a33b27'

const toPixels = ([longitude, latitude]: Point): [number, number] => [
  Math.round(((longitude - WEST) / (EAST - WEST)) * WIDTH),
  Math.round(((NORTH - latitude) / (NORTH - SOUTH)) * HEIGHT),
]

/** A smooth SVG path along the points: quadratic curves between the midpoints of their connections. */
function smoothPath(points: Point[]): string {
  const [first = [0, 0], ...nextPoints] = points.map(toPixels)
  const last = nextPoints.at(-1) ?? first
  const bends = nextPoints.slice(0, -1).map(([x, y], i) => {
    const [nextX, nextY] = nextPoints[i + 1] ?? last
    return `Q${x} ${y} ${(x + nextX) / 2} ${(y + nextY) / 2}`
  })
  return `M${first.join(' ')}${bends.join('')}L${last.join(' ')}`
}

/**
 * The names of rivers and of the sea. `turn`: degrees by which a name is turned clockwise, to follow its river or the
 * coast.
 */
const NAMES: { name: string; at: Point; turn: number; sea?: true }[] = [
  { name: 'Tenna', at: [13.42, 43.128], turn: -20 },
  { name: 'Aso', at: [13.64, 43.045], turn: -17 },
  { name: 'Tronto', at: [13.66, 42.88], turn: -5 },
  { name: 'Mare Adriatico', at: [13.9, 43.02], turn: 73, sea: true },
]

/** The distances of the lines of hills from the coast, in degrees. */
const HILLS = [0.1, 0.23, 0.38]

const coast = smoothPath(COAST)
/** The coast moved east by some degrees, or west by negative ones. */
const shiftedCoast = (by: number) =>
  smoothPath(COAST.map(([longitude, latitude]) => [longitude + by, latitude]))

/** Whether an office is within the map. */
const isDrawn = ({ longitude, latitude }: OfficeLocation) =>
  WEST < longitude && longitude < EAST && SOUTH < latitude && latitude < NORTH

/** A drawn map of the coast between Fermo and Ascoli Piceno, with the offices. */
export function PicenoMap() {
  const offices = siteSettings().offices.filter(isDrawn)
  return (
    <svg
      className="piceno"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Cartina disegnata del Piceno, dai monti all’Adriatico: ${listInWords(officeCities())}`}
    >
      <path fill={STONE[0]} d={`M0 0H${WIDTH}V${HEIGHT}H0Z`} />
      {HILLS.map((inland, i) => (
        <path key={inland} fill={STONE[i + 1]} d={`${shiftedCoast(-inland)}H0V0Z`} />
      ))}
      <path fill={INK[3]} d={`${coast}H${WIDTH}V0Z`} />
      <path fill={INK[2]} d={`${shiftedCoast(0.05)}H${WIDTH}V0Z`} />
      <path fill={INK[1]} d={`${shiftedCoast(0.12)}H${WIDTH}V0Z`} />
      <path
        fill="none"
        stroke={INK[4]}
        strokeWidth="2.5"
        strokeLinecap="round"
        d={RIVERS.map(smoothPath).join('')}
      />
      <g className="map-names">
        {NAMES.map(({ name, at, turn, sea }) => (
          <text
            key={name}
            transform={`translate(${toPixels(at).join(' ')}) rotate(${turn})`}
            fill={sea ? STONE[2] : INK[0]}
          >
            {name}
          </text>
        ))}
      </g>
      {offices.map(({ id, city, longitude, latitude }) => {
        const [x, y] = toPixels([longitude, latitude])
        return (
          <g key={id} transform={`translate(${x} ${y})`}>
            <path fill={OFFICE_COLOUR} d="M-11 10V-6a11 11 0 0 1 22 0V10Z" />
            <path fill={STONE[0]} d="M-4.5 10V-3a4.5 4.5 0 0 1 9 0V10Z" />
            <text className="map-city" x={-19} y="4" textAnchor="end">
              {city}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
