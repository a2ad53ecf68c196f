/**
 * Subsets the fonts to Italian characters and the used axes. Does nothing while public/fonts is newer than
 * package.json and this file. Browsers keep a font for a year by its name: other characters need another name.
 */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import { isOutdated } from './outdated.ts'

/** Most bytes of both fonts together, so that they arrive in the first round trips. */
const BUDGET = 45_000

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzàèéìíîòóùúÀÈÉÌÍÎÒÓÙÚ0123456789 \u00a0'
const sentences = `!"#%&'()*+,-./:;?@[]«»‘’“”–—…€·•°ªº½×`
const everythingElse = '$<=>\\^_`{|}~©−'
const features = ['kern', 'liga', 'lnum', 'pnum', 'tnum']

const fonts = [
  {
    name: 'newsreader',
    source: import.meta.resolve('@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2'),
    characters: letters + sentences,
    // Titles keep one kerning for every size: variable kerning costs 13 kB for less than a pixel.
    variationAxes: { wght: { min: 400, max: 500 }, opsz: { min: 18, max: 60, default: 60 } },
    dropTables: ['GDEF'],
  },
  {
    name: 'source-sans-3',
    source: import.meta.resolve(
      '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
    ),
    characters: letters + sentences + everythingElse,
    variationAxes: { wght: { min: 400, max: 600 } },
    dropTables: [],
  },
]

const folder = new URL('../public/fonts/', import.meta.url)

let total = 0
await mkdir(folder, { recursive: true })
for (const { name, source, characters, ...reductions } of fonts) {
  const output = new URL(`${name}.woff2`, folder)
  if (isOutdated(output, import.meta.url)) {
    const options = { targetFormat: 'woff2' as const, noHinting: true, keepFeatures: features, ...reductions }
    await writeFile(output, await subsetFont(await readFile(new URL(source)), characters, options))
  }
  total += (await stat(output)).size
}

// The renderer of share images reads neither woff2 nor axes.
const cuts = [
  { name: 'newsreader', source: fonts[0]?.source ?? '', variationAxes: { wght: 500, opsz: 60 } },
  { name: 'source-sans-3', source: fonts[1]?.source ?? '', variationAxes: { wght: 400 } },
]
for (const { name, source, variationAxes } of cuts) {
  const output = new URL(`${name}.ttf`, folder)
  if (!isOutdated(output, import.meta.url)) continue
  const options = { targetFormat: 'truetype' as const, variationAxes }
  await writeFile(
    output,
    await subsetFont(await readFile(new URL(source)), letters + sentences + everythingElse, options),
  )
}

console.log(`Caratteri: ${fonts.map((font) => font.name).join(', ')}, ${(total / 1000).toFixed(1)} kB`)
if (total > BUDGET) throw new Error(`I caratteri pesano ${total} byte, il limite è ${BUDGET}.`)
