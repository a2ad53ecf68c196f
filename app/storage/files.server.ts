import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Disk } from 'flydrive'
import { env, type S3Settings } from '../runtime/env.server'
import { Folder } from './folder.server'

/** Seconds for which clients may cache a file. */
export const CACHE_SECONDS = 3600

/** Milliseconds to connect to S3. */
const CONNECTION_TIME = 5_000
/** Milliseconds for one response of S3. */
const RESPONSE_TIME = 30_000

/** The configured store, opened at first use since the S3 client is large. */
let diskPromise: Promise<Disk> | undefined
function configuredDisk(): Promise<Disk> {
  diskPromise ??= env.s3 ? s3Disk(env.s3) : folderDisk(join(env.dataDir, 'files'))
  return diskPromise
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
      // Other stores than Amazon’s require it.
      forcePathStyle: true,
      supportsACL: false,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECTION_TIME, requestTimeout: RESPONSE_TIME },
    }),
  )
}

/**
 * Asks an S3 store whether it grants access. Returns the status (4xx) of its refusal; undefined if it grants access,
 * and for a folder. Throws if it does not answer.
 */
export async function findStoreRefusal(): Promise<string | undefined> {
  if (!env.s3) return undefined
  const { driver } = await configuredDisk()
  try {
    await driver.listAll('', { recursive: false })
  } catch (error) {
    const { $metadata } = ((error as Error).cause ?? error) as Cause
    const status = $metadata?.httpStatusCode ?? 0
    if (status < 400 || status >= 500) throw error
    return String(status)
  }
}

/** Paths that a file system takes literally: no '..' and no hidden names. */
const PATH = /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)*$/i

export type Bucket = ReturnType<typeof bucket>

/** Access to the files under the prefix `name`, in a folder or S3. Every call throws if the store does not answer. */
export function bucket(name: string, disk: () => Promise<Disk> = configuredDisk) {
  const keyOf = (path: string) => {
    if (!PATH.test(path)) throw new Error(`No file can be at ${JSON.stringify(path)}`)
    return `${name}/${path}`
  }

  async function* all(): AsyncGenerator<string> {
    // The disk drops the trailing slash of a prefix; the driver keeps it.
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
    /** Writes a file atomically. */
    async put(path: string, bytes: Uint8Array, { type }: { type: string }): Promise<void> {
      const cacheControl = `max-age=${CACHE_SECONDS}`
      await (await disk()).put(keyOf(path), bytes, { contentType: type, cacheControl })
    },

    /** Returns size and time of a file; null if it is missing. */
    async find(path: string): Promise<{ size: number; writtenAt: Date } | null> {
      const facts = await (await disk()).getMetaData(keyOf(path)).catch(nullIfMissing)
      return facts && { size: facts.contentLength, writtenAt: facts.lastModified }
    },

    /** Streams the bytes of a file; throws if it is missing. */
    async stream(path: string): Promise<ReadableStream<Uint8Array>> {
      const source = await (await disk()).getStream(keyOf(path))
      return Readable.toWeb(source) as ReadableStream<Uint8Array>
    },

    /** Returns the bytes of a file; null if it is missing. Not by Flydrive’s `getBytes`, wrong for small files. */
    async read(path: string): Promise<Uint8Array | null> {
      const key = keyOf(path)
      return (await disk()).getStream(key).then(buffer).catch(nullIfMissing)
    },

    /** Deletes a file. A missing one is no error. */
    async remove(path: string): Promise<void> {
      await (await disk()).delete(keyOf(path))
    },

    /** Lists paths by name, ascending. */
    async list({ limit = 100, offset = 0 } = {}): Promise<string[]> {
      const paths: string[] = []
      let count = 0
      for await (const path of all()) {
        if (paths.length === limit) break
        if (count++ >= offset) paths.push(path)
      }
      return paths
    },

    /** Yields every path, by name. */
    all,
  }
}

/** Removes the unfinished files that are older than `before` (epoch milliseconds). A store in S3 has none. */
export async function clearUnfinished(before: number): Promise<void> {
  const { driver } = await configuredDisk()
  if (driver instanceof Folder) await driver.clearUnfinished(before)
}

/** Returns null for the error of a missing file, and throws any other. */
function nullIfMissing(error: unknown): null {
  const causes = error instanceof Error ? [error as Cause, error.cause as Cause | undefined] : []
  if (causes.some((cause) => cause?.code === 'ENOENT' || cause?.$metadata?.httpStatusCode === 404))
    return null
  throw error
}

/** An error of the file system (`code`) or of the S3 client (`$metadata`), which Flydrive may wrap as a `cause`. */
type Cause = { code?: string; $metadata?: { httpStatusCode?: number } }
