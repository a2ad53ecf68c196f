import { arch, bands, beds, COTTO, INK, randomFrom, STONE, Strata, seedOf } from './strata'

const WIDTH = 120
const HEIGHT = 150
/** Colours of a portrait: those of its strata, and that of the initials. */
const SCHEMES: [string[], string][] = [
  [INK.slice(0, 4), STONE[0] as string],
  [STONE.slice(0, 4), INK[0] as string],
  [COTTO.slice(0, 3), STONE[0] as string],
]

/**
 * Draws the initials of a name in an arch. The name determines the strata; `place`, from 0 in a list, their colours.
 */
export function Portrait({ name, place }: { name: string; place: number }) {
  const [strataColours, lettersColour] = SCHEMES[place % SCHEMES.length] ?? [INK, '#fff']
  const planes = beds(randomFrom(seedOf(name)), HEIGHT, 5)
  const clip = `ritratto-${place}`
  return (
    <svg className="portrait" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      <clipPath id={clip}>
        <path d={arch(0, WIDTH, 0, HEIGHT)} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <Strata bands={bands(planes, strataColours, place, WIDTH, HEIGHT)} />
      </g>
      <text x={WIDTH / 2} y={96} fill={lettersColour} textAnchor="middle">
        {initialsOf(name)}
      </text>
    </svg>
  )
}

/** The initials of the first and the last word of a name, in capitals. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return [...new Set([words[0], words.at(-1)])]
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase()
}
