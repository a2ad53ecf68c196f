/**
 * The layers of rock in the drawings of the site. They follow from a seed alone, so that a course has the same cover on
 * cards, on its page and in its share image.
 */

/** Ramps of colours: each step is darker (stone) or lighter (ink, cotto) than the one before. */
export const STONE = ['#f0e8d9', '#e6dbc7', '#d8cab0', '#c9b899', '#b8a482']
export const INK = ['#1a2a3a', '#24384b', '#31485e', '#435c74', '#5f7890']
export const COTTO = ['#8a3020', '#a33b27', '#b5543f', '#c67a64', '#d79d8a']
/** The `--cotto` of tokens.css, a step of the ramp. */
export const ACCENT = '#a33b27'

/** A bedding plane: its height at the left, at the right, and at the control point of its curve. */
export type Bed = readonly [left: number, right: number, bend: number]
export type Band = { fill: string; path: string }

/** Hashes a text to a seed (FNV-1a, 32 bits). */
export function seedOf(text: string): number {
  return [...text].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16777619) >>> 0, 2166136261)
}

/** Returns a generator of pseudo-random numbers in [0, 1) (Mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Returns the path of an arch that stands on the height `base`. */
export function arch(x: number, width: number, top: number, base = 200): string {
  const radius = width / 2
  return `M${x} ${base}V${top + radius}A${radius} ${radius} 0 0 1 ${x + width} ${top + radius}V${base}Z`
}

/** Returns the path of a circle. `x`, `y`: its centre. */
export function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}A${r} ${r} 0 0 1 ${x + r} ${y}A${r} ${r} 0 0 1 ${x - r} ${y}Z`
}

/** Returns `count - 1` random bedding planes, spread over `height`, so that there are `count` layers. */
export function beds(random: () => number, height: number, count: number): Bed[] {
  const heights = Array.from(
    { length: count - 1 },
    (_, i) => ((i + 1) / count + (random() - 0.5) * 0.1) * height,
  )
  const tilt = (random() - 0.5) * 34
  return heights.map((y) => [
    Math.round(y - tilt / 2),
    Math.round(y + tilt / 2 + (random() - 0.5) * 10),
    Math.round(y + (random() - 0.5) * 26),
  ])
}

/** Returns the path of a bedding plane over a width. `shift`: how much lower it is drawn. */
export function bedLine([left, right, bend]: Bed, width: number, shift = 0): string {
  return `M0 ${left + shift}Q${width * 0.45} ${bend + shift} ${width} ${right + shift}`
}

/**
 * Returns the layers of rock between bedding planes, from the uppermost. Each covers what is below. The colours follow
 * a ramp to and fro, from its step `start`. `shift`: how much lower the planes are drawn.
 */
export function bands(
  planes: Bed[],
  ramp: string[],
  start: number,
  width: number,
  height: number,
  shift = 0,
): Band[] {
  const lap = 2 * ramp.length - 2
  const colour = (step: number) => {
    const place = step % lap
    return ramp[place < ramp.length ? place : lap - place] as string
  }
  return [
    { fill: ramp[start % ramp.length] as string, path: `M0 0H${width}V${height}H0Z` },
    ...planes.map((plane, i) => ({
      fill: colour(start + i + 1),
      path: `${bedLine(plane, width, shift)}V${height}H0Z`,
    })),
  ]
}

export function Strata({ bands }: { bands: Band[] }) {
  return bands.map(({ fill, path }) => <path key={path} fill={fill} d={path} />)
}

/**
 * Returns the path of `count` pores of travertine, short lines at random places. `length`: of the shortest pore, and
 * how much longer a pore may be.
 */
export function pores(
  random: () => number,
  count: number,
  width: number,
  top: number,
  height: number,
  length: [number, number],
): string {
  return Array.from({ length: count }, () => {
    const x = Math.round(random() * width)
    const y = Math.round(top + random() * height)
    return `M${x} ${y}h${Math.round(length[0] + random() * length[1])}`
  }).join('')
}
