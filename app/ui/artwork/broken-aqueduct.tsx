import { ACCENT, arch, bands, bedLine, beds, INK, pores, randomFrom, STONE, Strata, seedOf } from './strata'

const WIDTH = 560
const HEIGHT = 320

/** How much lower the layers are within the aqueduct: higher, so that they do not continue those around it. */
const ARCH_LAYERS_SHIFT = -18

const LEFT = `M-6 96H318V126H296V156H276V${HEIGHT}H-6Z${arch(22, 98, 140, HEIGHT)}${arch(152, 98, 140, HEIGHT)}`
const RIGHT = `M566 96H470V118H448V150H462V${HEIGHT}H566Z${arch(488, 98, 140, HEIGHT)}`
const FALLEN = 'M322 300h34v20h-34zM362 308h22v12h-22zM334 284h20v16h-20zM408 304h26v16h-26z'

/** The drawing of error pages: an aqueduct of which the middle has fallen. */
export function BrokenAqueduct() {
  const random = randomFrom(seedOf('non-trovata'))
  const planes = beds(random, HEIGHT, 7)
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      <clipPath id="acquedotto">
        <path clipRule="evenodd" d={LEFT + RIGHT} />
        <path d={FALLEN} />
      </clipPath>
      <Strata bands={bands(planes, STONE.slice(0, 4), 0, WIDTH, HEIGHT)} />
      <path
        fill="none"
        stroke={STONE[4]}
        strokeWidth="2"
        strokeLinecap="round"
        d={pores(random, 9, 520, 0, 300, [6, 20])}
      />
      <g clipPath="url(#acquedotto)">
        <Strata bands={bands(planes, INK, 0, WIDTH, HEIGHT, ARCH_LAYERS_SHIFT)} />
        <path fill="none" stroke={ACCENT} strokeWidth="12" d={bedLine(planes[2] ?? [110, 110, 110], WIDTH)} />
      </g>
    </svg>
  )
}
