import { PHOTO_TYPES, type PhotoType, sizePath } from '../courses/covers/photo.rules'
import { sitePhotos } from '../documents/stored.server'
import { shownPhotos } from '../site/photos.rules'
import { siteSettings } from '../site/settings'
import { download } from '../storage/downloads.server'
import type { Route } from './+types/site-photo.resource'

/**
 * Serves one size of the photograph of a person or an office. Browsers may cache it for a year: a new photograph has a
 * new address.
 */
export async function loader({ request, params: { file } }: Route.LoaderArgs) {
  const [, path = '', width = '', type = ''] = /^([0-9a-f]{16})-(\d+)\.(\w+)$/.exec(file) ?? []
  const isShown = shownPhotos(siteSettings()).some((photo) => photo.path === path)
  if (!isShown || !Object.hasOwn(PHOTO_TYPES, type)) return photoNotFound()
  const image = await download(request, sitePhotos, {
    path: sizePath(path, Number(width), type as PhotoType),
    name: file,
    type: PHOTO_TYPES[type as PhotoType],
    cacheControl: 'public, max-age=31536000, immutable',
  })
  return image ?? photoNotFound()
}

/** The response for a photograph that the site does not show, or does not show any more. */
function photoNotFound() {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  return new Response('Questa foto non c’è.', { status: 404, headers })
}
