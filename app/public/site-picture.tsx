import type { ReactNode } from 'react'
import { href } from 'react-router'
import type { SitePhoto } from '../content/settings.rules'
import type { PhotoKind } from '../site/photos.rules'
import { siteSettings } from '../site/settings'

/**
 * The small width, the large width and the large height of `SITE_PHOTO_SIZES`, repeated here so that browsers need not
 * load that file.
 */
const PIXELS = { team: [160, 320, 400], office: [480, 960, 600] } as const

/**
 * The photograph of a person or an office, fetched when it comes into view. `otherwise`: what is shown without a
 * photograph; `sizes`: as in HTML; `photos`: the photographs to choose from, those of the settings by default.
 */
export function SitePicture({
  kind,
  id,
  sizes,
  photos = siteSettings().photos,
  otherwise = null,
}: {
  kind: PhotoKind
  id: string
  sizes: string
  photos?: SitePhoto[]
  otherwise?: ReactNode
}) {
  const photo = photos.find((candidate) => candidate.id === `${kind}/${id}`)
  if (!photo) return otherwise
  const [small, large, height] = PIXELS[kind]
  const addressStart = href('/foto/:file', { file: `${photo.path}-` })
  const sourcesOf = (type: string) =>
    `${addressStart}${small}.${type} ${small}w,${addressStart}${large}.${type} ${large}w`
  return (
    <picture>
      <source type="image/avif" srcSet={sourcesOf('avif')} sizes={sizes} />
      <img
        src={`${addressStart}${large}.jpg`}
        srcSet={sourcesOf('jpg')}
        sizes={sizes}
        alt={photo.alt}
        className={`${kind}-photo`}
        width={large}
        height={height}
        loading="lazy"
      />
    </picture>
  )
}
