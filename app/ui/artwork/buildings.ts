import { arch, disc } from './strata'

/**
 * The building of a theme, as SVG paths on 320 × 200. `open`: its openings (even-odd rule); `over`: the ornament drawn
 * over it, lines, or shapes if `filled`; `sign`: the symbol of the theme, lines on 24 × 24.
 */
export type Building = { open: string; over?: string; filled?: boolean; sign?: string }

const rect = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}v${height}h${-width}Z`
const row = (count: number, draw: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')
/** A half circle that stands on the ground. */
const dome = (x: number, r: number) => `M${x - r} 200A${r} ${r} 0 0 1 ${x + r} 200Z`
const drawAll = <Value>(values: Value[], draw: (value: Value, i: number) => string) =>
  values.map(draw).join('')

/** The building of a course without a known theme. */
export const plainBuilding = (): Building => ({ open: arch(84, 112, 60) })

const drawBuildings = (): Record<string, Building> => ({
  // the loggia of the market with its awnings
  'marketing-e-vendite': {
    open: row(3, (i) => arch(28 + i * 72, 56, 84)),
    over: row(3, (i) => `M${26 + i * 72} 116h60l5 16h-70z`),
    filled: true,
    sign: 'M4 5v7l8 8 8-8-8-7zM8 8.5h.01',
  },
  // two arches that speak with each other
  comunicazione: {
    open: arch(62, 70, 66) + arch(140, 70, 66) + disc(136, 46, 15),
    sign: 'M4 5h16v11h-9l-4 4v-4H4z',
  },
  // the steps of a theatre around a voice
  'parlare-in-pubblico': {
    open: drawAll([128, 104, 80, 56, 30], (r) => dome(140, r)),
    over: disc(140, 186, 9),
    filled: true,
    sign: 'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v4',
  },
  // the tower among the houses
  leadership: {
    open: arch(118, 64, 30) + arch(36, 44, 124) + arch(220, 44, 124) + arch(134, 32, 92),
    sign: 'M7 21V4m0 0h11l-3 4 3 4H7',
  },
  // a porch: for each arch a head
  'risorse-umane': {
    open: row(4, (i) => arch(24 + i * 62, 46, 112) + disc(47 + i * 62, 88, 15)),
    sign: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-4 2.5-6 6-6s6 2 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 1 3 2.8 3 5.5',
  },
  // the aqueduct: many arches, one work
  'management-d-impresa': {
    open: row(6, (i) => arch(14 + i * 42, 30, 62, 104)) + arch(14, 114, 122) + arch(140, 114, 122),
    over: 'M-4 54H324M-4 112H324',
    sign: 'M5 20V9l7-5 7 5v11M10 20v-6h4v6',
  },
  // measured arches
  'controllo-di-gestione': {
    open: drawAll([126, 104, 116, 82, 60], (top, i) => arch(22 + i * 50, 38, top)),
    over: 'M-4 92H324',
    sign: 'M4 18a8 8 0 0 1 16 0M12 18l4-6',
  },
  // two equal arches beneath a beam
  'bilancio-e-contabilita': {
    open:
      rect(30, 64, 236, 10) +
      arch(44, 92, 92) +
      arch(160, 92, 92) +
      row(2, (i) => disc(90 + i * 116, 150, 14)),
    sign: 'M12 4v16M5 8h14M5 8l-2.5 6h5zM19 8l-2.5 6h5z',
  },
  // the archive: a niche for each paper
  'fisco-e-documenti': {
    open:
      row(10, (i) => rect(34 + (i % 5) * 46, 62 + Math.floor(i / 5) * 48, 36, 38)) +
      row(5, (i) => arch(34 + i * 46, 36, 158)),
    over: rect(44, 70, 16, 30) + rect(90, 70, 16, 30) + rect(182, 70, 16, 30) + rect(136, 118, 16, 30),
    filled: true,
    sign: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  },
  // the stairs: one finished step at a time
  'gestione-dei-progetti': {
    open: `M20 200V166H72V140H124V114H176V88H268V200Z${arch(206, 36, 118)}`,
    over: 'M20 158H66M72 132H118M124 106H170',
    sign: 'M4 7h9M8 12h10M13 17h7',
  },
  // the sundial on the wall
  'tempo-e-priorita': {
    open: `M40 76H244A102 102 0 0 1 40 76Z${arch(116, 52, 138)}`,
    over: 'M142 76V168M142 76L84 150M142 76L200 150M142 76L54 116M142 76L230 116',
    sign: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
  },
  // a front of windows, each with its use
  'strumenti-digitali': {
    open:
      row(8, (i) => {
        const [x, storey] = [40 + (i % 4) * 56, Math.floor(i / 4) * 68]
        return i === 5 ? rect(x, 120, 40, 50) : arch(x, 40, 50 + storey, 102 + storey)
      }) + rect(40, 186, 208, 14),
    sign: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  },
  // the gate in the walls
  'sicurezza-informatica': {
    open: `M14 200V96h24V80h26v16h24V80h26v16h24V80h26v16h24V80h26v16h24V80h26v120Z${arch(112, 68, 112)}`,
    over: 'M112 170h68M112 154h68M129 124v76M146 116v84M163 124v76',
    sign: 'M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h9v4M17 12v3',
  },
  // an arch in an arch: a rule that repeats itself
  'intelligenza-artificiale': {
    open: row(4, (i) => arch(44 + i * 24, 200 - i * 48, 34 + i * 32)),
    sign: 'M12 3l2 7 7 2-7 2-2 7-2-7-7-2 7-2z',
  },
  // the bridge over the sea
  'export-e-mercati-esteri': {
    open: `M-6 86H326V102H-6Z${row(3, (i) => arch(24 + i * 82, 66, 116, 172))}`,
    over: drawAll([180, 193], (y) => `M-6 ${y}q13-8 26 0${'t26 0'.repeat(12)}`),
    sign: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c-5 5-5 13 0 18 5-5 5-13 0-18',
  },
  // the house in the hill
  sostenibilita: {
    open: `M-6 206V150C60 150 74 70 148 70S250 150 326 150V206Z${arch(122, 52, 112)}`,
    over: 'M-6 172C70 172 84 96 118 92M178 92C212 96 232 172 326 172',
    sign: 'M5 19c0-9 5-14 15-15 0 10-5 15-12 15H5zm0 0 8-8',
  },
})

export const BUILDINGS = /* @__PURE__ */ drawBuildings()

/** Returns the building of a theme; undefined for an unknown theme. */
export const buildingOf = (theme: string | null): Building | undefined =>
  theme !== null && Object.hasOwn(BUILDINGS, theme) ? BUILDINGS[theme] : undefined

/** Returns the symbol of a theme; undefined for an unknown theme. */
export const signOf = (theme: string | null) => buildingOf(theme)?.sign
