/**
 * Cuts the fonts of papers (PDF): static TrueType with the characters that papers print. Does nothing while they are
 * newer than package.json and this file.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import { PRINTABLE_CHARACTERS } from '../app/papers/characters.rules.ts'
import { isOutdated } from './outdated.ts'

const characters = PRINTABLE_CHARACTERS.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)),
).join('')

const display = { wght: 450, opsz: 60 }
const cuts = [
  {
    name: 'paper-title',
    source: import.meta.resolve('@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2'),
    axes: display,
  },
  {
    name: 'paper-title-ext',
    source: import.meta.resolve(
      '@fontsource-variable/newsreader/files/newsreader-latin-ext-opsz-normal.woff2',
    ),
    axes: display,
  },
  {
    name: 'paper-text',
    source: import.meta.resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
  },
  {
    name: 'paper-bold',
    source: import.meta.resolve('@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf'),
  },
]

const programs = [import.meta.url, import.meta.resolve('../app/papers/characters.rules.ts')]
const folder = new URL('../public/fonts/', import.meta.url)
await mkdir(folder, { recursive: true })
for (const { name, source, axes } of cuts) {
  const output = new URL(`${name}.ttf`, folder)
  if (!programs.some((program) => isOutdated(output, program))) continue
  const font = await readFile(new URL(source))
  const options = { targetFormat: 'truetype' as const, noHinting: true, ...(axes && { variationAxes: axes }) }
  await writeFile(output, await subsetFont(font, characters, options))
}
