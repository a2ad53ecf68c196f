/** Pixels of the sizes in which a photograph is stored, the largest first. */
export const COURSE_PHOTO_SIZES = [
  { width: 960, height: 600 },
  { width: 480, height: 300 },
] as const
export const PHOTO_TYPES = { avif: 'image/avif', jpg: 'image/jpeg' } as const
export type PhotoType = keyof typeof PHOTO_TYPES

/**
 * The path of a photograph in one size and type, in storage and addresses. `path`: the common part of the paths of the
 * photograph; another photograph never gets it.
 */
export const sizePath = (path: string, width: number, type: PhotoType) => `${path}-${width}.${type}`
