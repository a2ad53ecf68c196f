import { isStaffRequest } from '../../accounts/session/session.server'
import { COURSE_PHOTO_SIZES, PHOTO_TYPES, type PhotoType, sizePath } from '../../courses/covers/photo.rules'
import { isSlug } from '../../courses/rules'
import { download, plainAnswer } from '../../storage/downloads.server'
import { photos } from '../stored.server'
import type { Route } from './+types/image.resource'
import { photoOf } from './queries.server'

/**
 * A size of the photograph of a course. Another photograph has another address, so that caches may keep it forever. The
 * photograph of a draft is for the office alone.
 */
export async function loader({ request, params: { slug, file }, context }: Route.LoaderArgs) {
  const [, path = '', width = '', type = ''] = /^([0-9a-f]{16})-(\d+)\.(\w+)$/.exec(file) ?? []
  const isPhotoFile =
    COURSE_PHOTO_SIZES.some((size) => String(size.width) === width) && Object.hasOwn(PHOTO_TYPES, type)
  const photo = isSlug(slug) && isPhotoFile ? await photoOf(slug) : undefined
  if (photo?.path !== path) return notFound()
  if (photo.draft && !(await isStaffRequest(request, context))) return notFound()
  const image = await download(request, photos, {
    path: sizePath(path, Number(width), type as PhotoType),
    name: file,
    type: PHOTO_TYPES[type as PhotoType],
    cacheControl: photo.draft ? 'no-store' : 'public, max-age=31536000, immutable',
  })
  return image ?? notFound()
}

const notFound = () => plainAnswer('Questa foto non c’è.', 404)
