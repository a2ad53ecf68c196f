import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Disk } from 'flydrive'
import { env, type S3Settings } from '../runtime/env.server'
import { Folder } from './folder.server'

/** How long a browser may keep a brochure without asking again, in seconds (specification §9). */
export const CACHE_SECONDS = 3600

/** Connecting to the store, and any one answer of it, in milliseconds. */
const CONNECT = 5_000
const ANSWER = 30_000

/** `DATA_DIR/files`, or the S3 bucket where one is configured. Loaded when first used: S3's client is large. */
let ours: Promise<Disk> | undefined
function ourDisk(): Promise<Disk> {
  ours ??= env.s3 ? s3Disk(env.s3) : folderDisk(join(env.dataDir, 'files'))
  return ours
}

export async function folderDisk(folder: string): Promise<Disk> {
  return new Disk(new Folder(folder))
}

export async function s3Disk({ bucket, endpoint, region, ...credentials }: S3Settings): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new Disk(
    new S3Driver({
      bucket,
      endpoint,
      region,
      credentials,
      visibility: 'private',
      // What stores other than Amazon's understand.
      forcePathStyle: true,
      supportsACL: false,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT, requestTimeout: ANSWER },
    }),
  )
}

/** The word with which the store of files refuses us, if it does; throws where it does not answer. */
export async function storeAnswers(): Promise<string | undefined> {
  if (!env.s3) return undefined
  const { driver } = await ourDisk()
  try {
    await driver.listAll('', { recursive: false })
  } catch (error) {
    const { $metadata } = ((error as Error).cause ?? error) as Cause
    const status = $metadata?.httpStatusCode ?? 0
    if (status < 400 || status >= 500) throw error
    return String(status)
  }
}

/** What our own names consist of: nothing that a folder or a store could take for something else. */
const PATH = /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)*$/i

export type Bucket = ReturnType<typeof bucket>

/**
 * The files of one kind; `name` is the first part of their keys. Every call throws when the store does not
 * answer, and none of them knows whether it is a folder or S3.
 */
export function bucket(name: string, disk: () => Promise<Disk> = ourDisk) {
  const keyOf = (path: string) => {
    if (!PATH.test(path)) throw new Error(`No file can be at ${JSON.stringify(path)}`)
    return `${name}/${path}`
  }

  async function* all(): AsyncGenerator<string> {
    // The driver, for the disk drops the last slash, and with it the border to a bucket whose name begins alike.
    const { driver } = await disk()
    let paginationToken: string | undefined
    do {
      const page = await driver.listAll(`${name}/`, {
        recursive: true,
        ...(paginationToken && { paginationToken }),
      })
      const keys = [...page.objects].flatMap((object) => (object.isFile ? [object.key] : []))
      for (const key of keys.sort()) yield key.slice(name.length + 1)
      paginationToken = page.paginationToken
    } while (paginationToken)
  }

  return {
    /** Writes a file, whole or not at all, in the place of one at this path. */
    async put(path: string, bytes: Uint8Array, { type }: { type: string }): Promise<void> {
      const cacheControl = `max-age=${CACHE_SECONDS}`
      await (await disk()).put(keyOf(path), bytes, { contentType: type, cacheControl })
    },

    /** Size and age of a file; null when it is not there. */
    async find(path: string): Promise<{ size: number; writtenAt: Date } | null> {
      const facts = await (await disk()).getMetaData(keyOf(path)).catch(unlessMissing)
      return facts && { size: facts.contentLength, writtenAt: facts.lastModified }
    },

    /** The bytes of a file that `find` has found, as they are read. */
    async stream(path: string): Promise<ReadableStream<Uint8Array>> {
      const source = await (await disk()).getStream(keyOf(path))
      return Readable.toWeb(source) as ReadableStream<Uint8Array>
    },

    /** All the bytes of a file; null when it is not there. (Flydrive's own `getBytes` gives too many of a small one.) */
    async read(path: string): Promise<Uint8Array | null> {
      const key = keyOf(path)
      return (await disk()).getStream(key).then(buffer).catch(unlessMissing)
    },

    /** Takes a file away; one that is not there is no error. */
    async remove(path: string): Promise<void> {
      await (await disk()).delete(keyOf(path))
    },

    /** The paths of some files, by name ascending, with the defaults of the specification's storage module (§9). */
    async list({ limit = 100, offset = 0 } = {}): Promise<string[]> {
      const paths: string[] = []
      let passed = 0
      for await (const path of all()) {
        if (paths.length === limit) break
        if (passed++ >= offset) paths.push(path)
      }
      return paths
    },

    /** The path of every file, by name ascending. How old each is costs a question of its own: `find`. */
    all,
  }
}

/** Clears away what a crash left half written before this moment (epoch milliseconds). S3 leaves nothing. */
export async function clearUnfinished(before: number): Promise<void> {
  const { driver } = await ourDisk()
  if (driver instanceof Folder) await driver.clearUnfinished(before)
}

function unlessMissing(error: unknown): null {
  const causes = error instanceof Error ? [error as Cause, error.cause as Cause | undefined] : []
  if (causes.some((cause) => cause?.code === 'ENOENT' || cause?.$metadata?.httpStatusCode === 404))
    return null
  throw error
}
type Cause = { code?: string; $metadata?: { httpStatusCode?: number } }
