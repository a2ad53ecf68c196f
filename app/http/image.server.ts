import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import type { ReactElement } from 'react'
import satori from 'satori'
import { answerWithETag } from './etag.server'

/** The size that shared links are shown at, in pixels. */
const SIZE = { width: 1200, height: 630 }
/** Pictures that are kept, about 100 kB each: more than a school has courses on show. */
const MOST_KEPT = 100

const folder = import.meta.env.PROD ? 'build/client/fonts' : 'public/fonts'
const font = async (name: string, file: string) => ({ name, data: await readFile(join(folder, file)) })
let fonts: Promise<Awaited<ReturnType<typeof font>>[]> | undefined

/** Pictures by what stands in them, so that a change is another picture; the one longest unasked goes first. */
const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/**
 * Answers with a drawing as PNG, or with 304; its text may be in 'Newsreader' or 'Source Sans 3'. What it is given
 * says all of it, as it is drawn only once. Every site may show it: it is for shared links.
 */
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
