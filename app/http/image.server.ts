import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import type { ReactElement } from 'react'
import satori from 'satori'
import { answerWithETag } from './etag.server'

/** Pixels. */
const SIZE = { width: 1200, height: 630 }
/** About 100 kB each. */
const MOST_KEPT = 100

const folder = import.meta.env.PROD ? 'build/client/fonts' : 'public/fonts'
const font = async (name: string, file: string) => ({ name, data: await readFile(join(folder, file)) })
let fonts: Promise<Awaited<ReturnType<typeof font>>[]> | undefined

/** By content; the least recently used goes first. */
const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** A drawing as PNG, in the fonts Newsreader and Source Sans 3. It is rendered once per content. Other sites may embed it. */
export async function imageOf(request: Request, drawing: ReactElement): Promise<Response> {
  const key = JSON.stringify(drawing.props)
  const image = kept.get(key) ?? draw(drawing)
  kept.delete(key)
  kept.set(key, image)
  image.catch(() => kept.delete(key))
  for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest)
  return answerWithETag(request, await image, {
    'Content-Type': 'image/png',
    'Cache-Control': 'public, no-cache',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
}

async function draw(drawing: ReactElement): Promise<Uint8Array<ArrayBuffer>> {
  fonts ??= Promise.all([font('Newsreader', 'newsreader.ttf'), font('Source Sans 3', 'source-sans-3.ttf')])
  const svg = await satori(drawing, { ...SIZE, fonts: await fonts })
  return new Uint8Array(new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng())
}
