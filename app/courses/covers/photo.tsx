import { href } from 'react-router'
import type { PhotoType } from './photo.rules'

/**
 * The photograph of a course, fetched when it comes into view; nothing without one. `sizes`: as in HTML. The widths in
 * its addresses repeat `COURSE_PHOTO_SIZES`, so that the browser need not load that module.
 */
export function CoursePhoto({
  course: { slug, photoPath, photoAlt },
  sizes,
}: {
  course: { slug: string; photoPath?: string | null; photoAlt?: string | null }
  sizes: string
}) {
  if (!photoPath) return null
  const commonAddress = href('/corsi/:slug/foto/:file', { slug, file: `${photoPath}-` })
  const sourcesOf = (type: PhotoType) => `${commonAddress}480.${type} 480w,${commonAddress}960.${type} 960w`
  return (
    <picture>
      <source type="image/avif" srcSet={sourcesOf('avif')} sizes={sizes} />
      <img
        src={`${commonAddress}960.jpg`}
        srcSet={sourcesOf('jpg')}
        sizes={sizes}
        alt={photoAlt ?? ''}
        className="cover"
        width="960"
        height="600"
        loading="lazy"
      />
    </picture>
  )
}
