import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import type { ReactNode } from 'react'
import satori from 'satori'

/** The size that shared links are shown at, in pixels. */
const SIZE = { width: 1200, height: 630 }

const folder = import.meta.env.PROD ? 'build/client/fonts' : 'public/fonts'
const font = async (name: string, file: string) => ({ name, data: await readFile(join(folder, file)) })
let fonts: Promise<Awaited<ReturnType<typeof font>>[]> | undefined

/** Answers with a drawing as PNG; its text may be in 'Newsreader' or 'Source Sans 3'. */
export async function imageOf(drawing: ReactNode): Promise<Response> {
  fonts ??= Promise.all([font('Newsreader', 'newsreader.ttf'), font('Source Sans 3', 'source-sans-3.ttf')])
  const svg = await satori(drawing, { ...SIZE, fonts: await fonts })
  const png = new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng()
  return new Response(new Uint8Array(png), {
    headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=3600' },
  })
}
