import { buildingOf, plainBuilding } from '../../ui/artwork/buildings'
import { type Bed, bedLine, beds, pores, randomFrom, seedOf } from '../../ui/artwork/strata'
import type { Format } from '../rules'
import type { CoverFacts } from './cover.rules'

/** The size of the usual drawing, in the units of its paths. A tall one continues above it. */
const WIDTH = 320
const HEIGHT = 200
/** Height of one repetition of the stone beds above the usual drawing, in a tall one. */
const STOREY = 170

/**
 * Colours of the states 'open' and 'full' by format. `outside`, `inside`: ramps for the wall outside the openings of
 * the building, and inside.
 */
const COLOURS = {
  'in-aula': {
    outside: ['#f0e8d9', '#e6dbc7', '#d8cab0', '#c9b899', '#b8a482'],
    inside: ['#8a3020', '#a33b27', '#b5543f', '#c67a64'],
    accent: '#f0e8d9',
    pores: '#b8a482',
    door: '#6d2416',
  },
  online: {
    outside: ['#1a2a3a', '#24384b', '#31485e', '#435c74'],
    inside: ['#f0e8d9', '#e6dbc7', '#d8cab0', '#c9b899'],
    accent: '#a33b27',
    pores: '#435c74',
    door: '#8f7f66',
  },
  'e-learning': {
    outside: ['#e4e8e8', '#d5dcde', '#c3ced3', '#aebcc4', '#9aabb5'],
    inside: ['#1a2a3a', '#31485e', '#435c74', '#5f7890'],
    accent: '#c67a64',
    pores: '#93a5b0',
    door: '#0e1924',
  },
} as const satisfies Record<Format, unknown>
/** Colours of the state 'over', as in `COLOURS`. */
const OVER_COLOURS = {
  outside: ['#ece4d5', '#e6dbc7', '#ddd2be', '#d8cab0'],
  inside: ['#ddd2be', '#d8cab0', '#d2c3a6', '#c9b899'],
}

/**
 * Draws a cover as SVG markup. The theme decides the building, the state how it is built, the format its colours in
 * the states 'open' and 'full', and the slug the run of the stone beds. `clipId`: of the clip path, unique on the page;
 * `above`: height of the wall above the usual drawing, which is drawn in the states 'open' and 'full' only.
 */
export function drawCover({ slug, theme, format, state }: CoverFacts, clipId: string, above = 0): string {
  const { open, over: ornamentPath = '', filled, sign } = buildingOf(theme) ?? plainBuilding()
  const colours = COLOURS[format ?? 'in-aula']
  const random = randomFrom(seedOf(`n${slug}`))
  const planes = beds(random, HEIGHT, 5)
  const start = Math.floor(random() * 3)
  const clipPath = `<clipPath id="${clipId}"><path clip-rule="evenodd" d="${open}"/></clipPath>`
  const inOpenings = (drawing: string) => `<g clip-path="url(#${clipId})">${drawing}</g>`
  const innerWall = (ramp: readonly string[]) =>
    `<g transform="translate(0 -12)">${bands(planes, ramp, start + 1)}</g>`

  if (state === 'coming')
    return [
      '<path fill="#faf0da" d="M0 0H320V220H0Z"/>',
      lines('#dcb566', 1, planes.map((plane) => bedLine(plane, WIDTH)).join('')),
      `<path fill="#faf0da" fill-rule="evenodd" stroke="#8a5a00" stroke-width="1.5" d="${open}"/>`,
      ornamentPath && lines('#8a5a00', 1, ornamentPath),
      seal(sign, '#faf0da', '#8a5a00', '#8a5a00'),
    ].join('')

  if (state === 'over')
    return [
      clipPath,
      bands(planes, OVER_COLOURS.outside, start),
      inOpenings(innerWall(OVER_COLOURS.inside)),
      lines('#8f7f66', 1.2, open),
      seal(sign, '#ece4d5', '#506274'),
    ].join('')

  const accentPath = bedLine(planes[1 + Math.floor(random() * 2)] ?? [100, 100, 100], WIDTH)
  const wall = bands([...bedsAbove(planes, above), ...planes], colours.outside, start, -above)
  const grain = lines(colours.pores, 1.6, pores(random, 4, 300, 12, 176, [4, 14]), ' stroke-linecap="round"')
  const liftedSeal = liftSeal(seal(sign, '#fcfaf5', '#152230'), above)
  if (state === 'full') {
    // One dashed line, as thick as the drawing is high.
    const planks = lines(colours.door, HEIGHT, 'M2 100H320', ' stroke-dasharray="1.6 6.4"')
    const bars = lines(colours.door, 5, 'M0 178H320M0 140H320')
    const doors = `<path fill="${colours.inside[1]}" d="M0 0H320V220H0Z"/>${planks}${bars}`
    return clipPath + wall + grain + inOpenings(doors) + liftedSeal
  }
  const accentLine = lines(colours.accent, 8, accentPath, ' transform="translate(0 6)"')
  const ornament = filled
    ? `<path fill="${colours.accent}" d="${ornamentPath}"/>`
    : ornamentPath && lines(colours.accent, 3, ornamentPath)
  return clipPath + wall + grain + inOpenings(innerWall(colours.inside) + accentLine) + ornament + liftedSeal
}

/** Repeats the beds, squeezed to the height of a storey, for each storey of the wall above the usual drawing. */
function bedsAbove(planes: readonly Bed[], above: number): Bed[] {
  const squeeze = (plane: Bed, up: number) =>
    plane.map((y) => Math.round((y * STOREY) / HEIGHT) - up) as unknown as Bed
  const heights = Array.from({ length: Math.ceil(above / STOREY) }, (_, i) => above - i * STOREY)
  return heights.flatMap((up) => planes.map((plane) => squeeze(plane, up)))
}

/**
 * Moves the seal to the upper edge of a tall drawing, and to the left, since a tall drawing shows only the middle of
 * the width.
 */
const liftSeal = (drawing: string, above: number) =>
  above ? `<g transform="translate(-64 ${-above - 6})">${drawing}</g>` : drawing

/**
 * Draws the layers of rock between bedding planes. Their colours go up and down the ramp, from its step `start`. `top`:
 * the upper edge of the uppermost layer.
 */
function bands(planes: readonly Bed[], ramp: readonly string[], start: number, top = 0): string {
  const period = 2 * ramp.length - 2
  const colour = (step: number) =>
    ramp[step % period < ramp.length ? step % period : period - (step % period)]
  const edges = [`M0 ${top}H320`, ...planes.map((plane) => bedLine(plane, WIDTH))]
  return edges.map((edge, i) => `<path fill="${colour(start + i)}" d="${edge}V220H0Z"/>`).join('')
}

const lines = (stroke: string, width: number, path: string, attributes = '') =>
  `<path fill="none" stroke="${stroke}" stroke-width="${width}"${attributes} d="${path}"/>`

/**
 * Draws a disc with the sign of a theme; nothing without a sign. `ground`: the colour of the disc; `edge`: that of its
 * edge, '' for none; `ink`: that of the sign.
 */
function seal(sign: string | undefined, ground: string, ink: string, edge = ''): string {
  if (!sign) return ''
  const stroke = edge && ` stroke="${edge}"`
  return `<circle cx="284" cy="56" r="20" fill="${ground}"${stroke}/>${lines(ink, 1.7, sign, ' transform="translate(272.5 44.5) scale(.96)" stroke-linecap="round" stroke-linejoin="round"')}`
}

/**
 * The cover as an SVG image in a `data:` address. The drawing fills `size`, in pixels; what does not fit is cut off.
 */
export function coverImage(facts: CoverFacts, size: { width: number; height: number }): string {
  const svgAttributes = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice"`
  const svg = `<svg ${svgAttributes} width="${size.width}" height="${size.height}">${drawCover(facts, 'c')}</svg>`
  return `data:image/svg+xml;base64,${btoa(svg)}`
}

/**
 * A tall cover as an SVG, for the attestato: the middle of the building with two storeys of wall above it, in the
 * proportions 216 × 527. `width`: pixels.
 */
export function drawTallCover(facts: CoverFacts, width: number): string {
  const svgAttributes = 'xmlns="http://www.w3.org/2000/svg" viewBox="32 -327 216 527"'
  return `<svg ${svgAttributes} width="${width}" height="${Math.round((width * 527) / 216)}">${drawCover(facts, 'c', 2 * STOREY)}</svg>`
}
