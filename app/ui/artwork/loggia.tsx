import { ACCENT, arch, bands, bedLine, beds, INK, pores, randomFrom, STONE, Strata, seedOf } from './strata'

const WIDTH = 560
const HEIGHT = 640
/** How much lower the layers are within the arches: higher, so that they do not continue those of the wall. */
const ARCH_LAYERS_SHIFT = -22

/** The drawing of a wall with two rows of arches. */
export function Loggia() {
  const random = randomFrom(seedOf('accademia-truentum'))
  const planes = beds(random, HEIGHT, 9)
  const gallery = [0, 1, 2, 3, 4].map((i) => arch(-66 + i * 146, 106, 64, 250)).join('')
  const portico = arch(-146, 252, 318, HEIGHT) + arch(146, 268, 318, HEIGHT) + arch(454, 252, 318, HEIGHT)
  return (
    <svg
      className="cover"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <clipPath id="loggia">
        <path d={gallery + portico} />
      </clipPath>
      <Strata bands={bands(planes, STONE.slice(0, 4), 0, WIDTH, HEIGHT)} />
      <path
        fill="none"
        stroke={STONE[4]}
        strokeWidth="2"
        strokeLinecap="round"
        d={pores(random, 8, 540, 0, 620, [6, 20])}
      />
      <g clipPath="url(#loggia)">
        <Strata bands={bands(planes, INK, 0, WIDTH, HEIGHT, ARCH_LAYERS_SHIFT)} />
        <path fill="none" stroke={ACCENT} strokeWidth="16" d={bedLine(planes[5] ?? [0, 0, 0], WIDTH, -2)} />
      </g>
    </svg>
  )
}
