import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { brochures, documents } from '../app/documents/stored.server'
import { env } from '../app/runtime/env.server'

/** Starts a test with an empty folder. */
export function emptyFolder(): void {
  rmSync(join(env.dataDir, 'files'), { recursive: true, force: true })
}

/** Paths of the stored files of both kinds. */
export async function storedFiles(): Promise<string[]> {
  return [...(await brochures.list()), ...(await documents.list())].sort()
}

export async function contentOf(files: typeof documents, path: string): Promise<Buffer> {
  return Buffer.from(await new Response(await files.stream(path)).arrayBuffer())
}
