import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import type { ReactElement } from 'react'
import satori from 'satori'
import { respondWithETag } from './etag.server'

/** Size of the images in pixels. */
const SIZE = { width: 1200, height: 630 }
/** Most cached images, about 45 kB each. A catalogue with more would be drawn anew at each visit of a crawler. */
const IMAGE_LIMIT = 500

const folder = import.meta.env.PROD ? 'build/client/fonts' : 'public/fonts'
const readFont = async (name: string, file: string) => ({ name, data: await readFile(join(folder, file)) })
let fonts: Awaited<ReturnType<typeof readFont>>[] | undefined

async function readFonts() {
  fonts ??= [
    await readFont('Newsreader', 'newsreader.ttf'),
    await readFont('Source Sans 3', 'source-sans-3.ttf'),
  ]
  return fonts
}

/** Cached images by the props of their drawing; the least recently used comes first, and is dropped first. */
const images = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/**
 * Responds with a drawing of 1200 × 630 pixels as PNG, in Newsreader and Source Sans 3. Other sites may embed it. The
 * image is cached by the props of `element` alone: every drawing is of one component, which reads nothing else.
 */
export async function respondWithImage(request: Request, element: ReactElement): Promise<Response> {
  const key = JSON.stringify(element.props)
  const image = images.get(key) ?? draw(element)
  images.delete(key)
  images.set(key, image)
  image.catch(() => images.delete(key))
  for (const oldest of images.keys()) if (images.size > IMAGE_LIMIT) images.delete(oldest)
  return respondWithETag(request, await image, {
    'Content-Type': 'image/png',
    'Cache-Control': 'public, no-cache',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
}

/**
 * The last drawing. Drawings run one at a time, so that a crawler asking for all images does not occupy all threads.
 */
let lastDrawing: Promise<unknown> = Promise.resolve()

function draw(element: ReactElement): Promise<Uint8Array<ArrayBuffer>> {
  const image = lastDrawing.then(async () => {
    const svg = await satori(element, { ...SIZE, fonts: await readFonts() })
    // In a thread of the pool: it takes several times as long as the steps before it.
    const picture = await renderAsync(svg, { font: { loadSystemFonts: false } })
    return new Uint8Array(picture.asPng())
  })
  lastDrawing = image.catch(() => {})
  return image
}
