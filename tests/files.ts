import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { brochures, documents, personalFiles, photos, sitePhotos } from '../app/documents/stored.server'
import { attachmentFiles } from '../app/mail/attachments.server'
import { env } from '../app/runtime/env.server'

/** Starts a test with an empty folder. */
export function emptyFolder(): void {
  rmSync(join(env.dataDir, 'files'), { recursive: true, force: true })
}

/** Paths of the stored files of all kinds. */
export async function storedFiles(): Promise<string[]> {
  const lists = await Promise.all(
    [brochures, documents, photos, sitePhotos, personalFiles, attachmentFiles].map((files) => files.list()),
  )
  return lists.flat().sort()
}

export async function contentOf(files: typeof documents, path: string): Promise<Buffer> {
  return Buffer.from(await new Response(await files.stream(path)).arrayBuffer())
}
