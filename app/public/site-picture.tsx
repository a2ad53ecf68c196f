import type { ReactNode } from 'react'
import { href } from 'react-router'
import type { SitePhoto } from '../content/settings.rules'
import type { PhotoKind } from '../site/photos.rules'
import { siteSettings } from '../site/settings'

/**
 * Two widths and the larger height, as `site/photos.rules` stores them; repeated so that browsers load no more code.
 */
const SIZES = { team: [160, 320, 400], office: [480, 960, 600] } as const

/**
 * The photograph of a person or an office, fetched when it comes into view. `otherwise`: shown without one; `sizes`:
 * as in HTML; `photos`: where it is looked for, those of the settings by default.
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
  const [small, large, height] = SIZES[kind]
  const start = href('/foto/:file', { file: `${photo.path}-` })
  const sourcesOf = (type: string) => `${start}${small}.${type} ${small}w,${start}${large}.${type} ${large}w`
  return (
    <picture>
      <source type="image/avif" srcSet={sourcesOf('avif')} sizes={sizes} />
      <img
        src={`${start}${large}.jpg`}
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
