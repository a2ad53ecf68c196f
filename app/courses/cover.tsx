import {
  arch,
  bands,
  bedLine,
  beds,
  COTTO,
  disc,
  INK,
  pores,
  randomFrom,
  STONE,
  Strata,
  seedOf,
} from '../ui/artwork/strata'

const WIDTH = 320
const HEIGHT = 200

const SCHEMES: [string[], string[], string][] = [
  [STONE, INK, '#a33b27'],
  [INK, STONE, '#a33b27'],
  [STONE, INK, '#d8cab0'],
  [STONE, COTTO, '#f0e8d9'],
  [INK, STONE, '#c67a64'],
  [STONE, INK.slice(2), '#a33b27'],
]

const row = (count: number, draw: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')

/** On a 320 × 200 sheet, with the even-odd rule. */
const MOTIFS = {
  portal: arch(150, 112, 34),
  bifora: arch(84, 70, 74) + arch(166, 70, 74) + disc(160, 56, 17),
  loggia: row(3, (i) => arch(28 + i * 92, 80, 52)),
  vaults: arch(60, 200, 22) + arch(88, 144, 50) + arch(116, 88, 78),
  bridge: `M-6 62H326V206H-6Z${arch(40, 132, 90)}${arch(204, 84, 112)}`,
  arcade: row(5, (i) => arch(22 + i * 58, 44, 120 - i * 22)),
  halfVault: `M-6 206V20A186 186 0 0 1 180 206Z${arch(212, 80, 84)}`,
  aqueduct: row(5, (i) => arch(18 + i * 60, 44, 30, 92)) + arch(18, 134, 112) + arch(168, 134, 112),
  oculus: disc(160, 104, 74) + disc(160, 104, 40),
  stairs: `M-6 206V164H64V132H128V100H192V68H326V206Z${arch(222, 64, 98)}`,
}
const motifs = Object.values(MOTIFS)

/** Drawn from the slug; `size`: pixels without a style sheet; `place`: makes ids unique. */
export function Cover({
  slug,
  coming = false,
  place = 'c',
  size,
}: {
  slug: string
  coming?: boolean
  place?: string
  size?: { width: number; height: number }
}) {
  const seed = seedOf(`123${slug}`) // the prefix spreads the demo courses over all motifs
  const random = randomFrom(seed)
  const motif = motifs[seed % motifs.length]
  const flip = (seed >>> 9) % 2 ? 'matrix(-1 0 0 1 320 0)' : undefined
  const [outside, inside, accent] = SCHEMES[(seed >>> 5) % SCHEMES.length] ?? [STONE, INK, '#a33b27']
  const planes = beds(random, HEIGHT, 6)
  const start = Math.floor(random() * 3)
  const sheet = {
    className: 'cover',
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'xMidYMid slice',
    ...size,
  }

  if (coming) {
    return (
      <svg {...sheet} aria-hidden="true" focusable="false">
        <path fill="#faf0da" d={`M0 0H${WIDTH}V${HEIGHT}H0Z`} />
        <g fill="none" stroke="#dcb566">
          <path d={planes.map((plane) => bedLine(plane, WIDTH)).join('')} />
          <path
            transform={flip}
            fill="#faf0da"
            fillRule="evenodd"
            stroke="#8a5a00"
            strokeWidth="1.5"
            d={motif}
          />
        </g>
      </svg>
    )
  }

  const accentPlane = planes[2 + ((seed >>> 13) % 2)] ?? [100, 100, 100]
  const clip = `${place}-${slug}`
  return (
    <svg {...sheet} aria-hidden="true" focusable="false">
      <clipPath id={clip}>
        <path transform={flip} clipRule="evenodd" d={motif} />
      </clipPath>
      <Strata of={bands(planes, outside, start, WIDTH, HEIGHT)} />
      <path
        fill="none"
        stroke={outside === STONE ? STONE[4] : INK[3]}
        strokeWidth="1.6"
        strokeLinecap="round"
        d={pores(random, 7, 300, 12, 176, [4, 14])}
      />
      <g clipPath={`url(#${clip})`}>
        <Strata of={bands(planes, inside, start + 1, WIDTH, HEIGHT, -12)} />
        <path fill="none" stroke={accent} strokeWidth="9" d={bedLine(accentPlane, WIDTH, 6)} />
      </g>
    </svg>
  )
}
