import { type Refused, refuse } from '../runtime/outcome.rules'

/**
 * Loads the image library at the first picture, since it takes tens of megabytes and pictures are rare. Without
 * its cache, and with one thread, so that another processor is free for visitors.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** Most pixels of a photograph, more than phones take (8,000 × 6,000). */
const PIXELS_MAX = 50_000_000

type Size = { width: number; height: number }
/** A cut photograph. `type`: its media type. */
export type Picture = { width: number; extension: 'avif' | 'jpg'; type: string; bytes: Uint8Array }
export type PictureRefusal = 'damaged' | 'too-small' | 'too-many-pixels'

/**
 * Cuts a photograph to these sizes (largest first), as AVIF and JPEG. Turns it upright, converts it to sRGB, and drops
 * the notes of the camera, such as the place.
 */
export async function cutPicture(
  bytes: Uint8Array,
  sizes: readonly [Size, ...Size[]],
): Promise<{ ok: true; pictures: Picture[] } | Refused<PictureRefusal>> {
  const sharp = await loadSharp()
  try {
    const [largest] = sizes
    const { autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata()
    const { width, height } = autoOrient
    if (width * height > PIXELS_MAX) return refuse('too-many-pixels')
    if (width < largest.width || height < largest.height) return refuse('too-small')
    const { data, info } = await sharp(bytes, { failOn: 'truncated', autoOrient: true })
      .resize({ ...largest, fit: 'cover', position: 'attention' })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pictures: Picture[] = []
    for (const { width, height } of sizes) {
      const cut = () => sharp(data, { raw: info }).resize(width, height)
      const avif = await cut().avif({ quality: 50 }).toBuffer()
      const jpeg = await cut().jpeg({ quality: 76, mozjpeg: true }).toBuffer()
      pictures.push(
        { width, extension: 'avif', type: 'image/avif', bytes: avif },
        { width, extension: 'jpg', type: 'image/jpeg', bytes: jpeg },
      )
    }
    return { ok: true, pictures }
  } catch {
    return refuse('damaged')
  }
}
