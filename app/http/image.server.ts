import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import type { ReactElement } from 'react'
import satori from 'satori'
import { answerWithETag } from './etag.server'

/** Pixels. */
const SIZE = { width: 1200, height: 630 }
/** About 45 kB each. More than a catalogue has, or a crawler would have every image drawn again. */
const MOST_KEPT = 500

const folder = import.meta.env.PROD ? 'build/client/fonts' : 'public/fonts'
const font = async (name: string, file: string) => ({ name, data: await readFile(join(folder, file)) })
let fonts: Promise<Awaited<ReturnType<typeof font>>[]> | undefined

/** By content; the least recently used goes first. */
const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** A drawing as PNG, in the fonts Newsreader and Source Sans 3. It is rendered once per content. Other sites may embed it. */
export async function imageOf(request: Request, element: ReactElement): Promise<Response> {
  const key = JSON.stringify(element.props)
  const image = kept.get(key) ?? draw(element)
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

/** Settles with the last drawing. One at a time: a crawler that asks for all images leaves the other threads to others. */
let drawing: Promise<unknown> = Promise.resolve()

function draw(element: ReactElement): Promise<Uint8Array<ArrayBuffer>> {
  const image = drawing.then(async () => {
    fonts ??= Promise.all([font('Newsreader', 'newsreader.ttf'), font('Source Sans 3', 'source-sans-3.ttf')])
    const svg = await satori(element, { ...SIZE, fonts: await fonts })
    // In a thread of the pool: it takes several times as long as the rest.
    const picture = await renderAsync(svg, { font: { loadSystemFonts: false } })
    return new Uint8Array(picture.asPng())
  })
  drawing = image.catch(() => {})
  return image
}
