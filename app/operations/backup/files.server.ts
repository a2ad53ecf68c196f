import type { ClientBase } from 'pg'
import { COURSE_PHOTO_SIZES, PHOTO_TYPES, sizePath } from '../../courses/covers/photo.rules'
import { brochures, documents, personalFiles, photos, sitePhotos } from '../../documents/stored.server'
import { attachmentFiles } from '../../mail/attachments.server'
import { type PhotoKind, SITE_PHOTO_SIZES } from '../../site/photos.rules'
import type { Bucket } from '../../storage/files.server'

/** The buckets with files to back up, by name. The name of a file in an archive is `<bucket>/<path>`. */
export type Store = Record<string, Bucket>

/** The store of this site. */
export const siteStore: Store = {
  course_pdfs: brochures,
  course_photos: photos,
  site_photos: sitePhotos,
  course_documents: documents,
  personal_documents: personalFiles,
  mail_attachments: attachmentFiles,
}

/** SQL rows for the files of a photograph in these sizes: the ending that follows its path, and the media type. */
const endingRows = (sizes: readonly { width: number }[]) =>
  sizes
    .flatMap(({ width }) =>
      (['avif', 'jpg'] as const).map((type) => `('${sizePath('', width, type)}', '${PHOTO_TYPES[type]}')`),
    )
    .join(', ')

/** SQL that lists the files of the photographs of a kind in the settings. */
const sitePhotoFiles = (kind: PhotoKind) => `
    union select 'site_photos/' || (photo ->> 'path') || size.ending, size.type
      from site_settings, jsonb_array_elements(value) as photo,
        (values ${endingRows(SITE_PHOTO_SIZES[kind])}) as size (ending, type)
      where name = 'photos' and photo ->> 'id' like '${kind}/%'`

/** Returns the names, as archives have them, of all files that rows refer to, with their media types. */
export async function referencedFiles(client: ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; type: string }>(`
    select 'course_pdfs/' || pdf_file_path as name, 'application/pdf' as type
      from courses where pdf_file_path is not null
    union select 'course_photos/' || photo_path || size.ending, size.type
      from courses, (values ${endingRows(COURSE_PHOTO_SIZES)}) as size (ending, type) where photo_path is not null
    ${sitePhotoFiles('team')}
    ${sitePhotoFiles('office')}
    union select 'course_documents/' || file_path, file_type from course_documents
    union select 'personal_documents/' || file_path, file_type from personal_documents
    union select 'mail_attachments/' || file_path, file_type from mail_attachments
    order by name`)
  return new Map(rows.map(({ name, type }) => [name, type]))
}

/** Splits the name of a file in an archive into its bucket and path; undefined for an unknown bucket. */
export function locateFile(store: Store, name: string): { bucket: Bucket; path: string } | undefined {
  const [bucketName = '', ...path] = name.split('/')
  const bucket = store[bucketName]
  return bucket && { bucket, path: path.join('/') }
}

/** Yields the names, as archives have them, of all files of a store. */
export async function* fileNames(store: Store): AsyncGenerator<string> {
  for (const [bucketName, bucket] of Object.entries(store)) {
    for await (const path of bucket.all()) yield `${bucketName}/${path}`
  }
}
