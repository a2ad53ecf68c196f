import type { SitePhoto, SiteSettings } from '../content/settings.rules'

/** Whom or what a photograph shows: a person of the team, in portrait format, or an office, in landscape format. */
export type PhotoKind = 'team' | 'office'

type Size = { width: number; height: number }

/** The sizes in which each kind is stored, in pixels, largest first. */
export const SITE_PHOTO_SIZES: Record<PhotoKind, readonly [Size, ...Size[]]> = {
  team: [
    { width: 320, height: 400 },
    { width: 160, height: 200 },
  ],
  office: [
    { width: 960, height: 600 },
    { width: 480, height: 300 },
  ],
}

/** The id of the photograph of a person or an office: 'team/…', 'office/…'. */
export const photoId = (kind: PhotoKind, id: string) => `${kind}/${id}`

/** Returns the photographs of existing people and offices, without those of removed ones. */
export function shownPhotos({ photos, team, offices }: SiteSettings): SitePhoto[] {
  const ids = new Set([
    ...team.map(({ id }) => photoId('team', id)),
    ...offices.map(({ id }) => photoId('office', id)),
  ])
  return photos.filter(({ id }) => ids.has(id))
}
