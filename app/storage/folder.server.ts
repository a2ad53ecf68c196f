import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FSDriver } from 'flydrive/drivers/fs'

/** The folder for unfinished files; no bucket has this name. */
const UNFINISHED = '.tmp'

/** A folder whose files are written atomically: under another name, flushed, renamed, and the folder flushed. */
export class Folder extends FSDriver {
  readonly #root: string

  constructor(root: string) {
    super({ location: root, visibility: 'private' })
    this.#root = root
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const place = join(this.#root, key)
    const unfinished = join(this.#root, UNFINISHED, randomUUID())
    await mkdir(dirname(unfinished), { recursive: true, mode: 0o700 })
    try {
      const file = await open(unfinished, 'wx', 0o600)
      try {
        await file.writeFile(contents)
        await file.sync()
      } finally {
        await file.close()
      }
      const firstNewFolder = await moveTo(place, unfinished)
      await flushFolders(dirname(place), firstNewFolder ? dirname(firstNewFolder) : dirname(place))
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  /** Removes the file and the folders that are empty then, except the one of its bucket. */
  override async delete(key: string): Promise<void> {
    await super.delete(key)
    for (let path = dirname(key); path.includes('/'); path = dirname(path)) {
      const isRemoved = await rmdir(join(this.#root, path)).then(
        () => true,
        () => false,
      )
      if (!isRemoved) return
    }
  }

  /** Removes unfinished files older than `before` (epoch milliseconds); younger ones may still be being written. */
  async clearUnfinished(before: number): Promise<void> {
    const folder = join(this.#root, UNFINISHED)
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name)
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
      if (mtimeMs < before) await rm(path, { force: true })
    }
  }
}

/**
 * Most attempts to move a file to its place. Between making the folder and moving the file, the removal of another file
 * may delete the folder, which is still empty.
 */
const ATTEMPTS_MAX = 10

/**
 * Moves a file to its place.
 * @returns the uppermost folder that was made for it; undefined if all were there
 */
async function moveTo(place: string, file: string): Promise<string | undefined> {
  let firstNewFolder: string | undefined
  for (let attempt = 1; ; attempt++) {
    try {
      firstNewFolder = (await mkdir(dirname(place), { recursive: true, mode: 0o700 })) ?? firstNewFolder
      await rename(file, place)
      return firstNewFolder
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

/** Flushes the folders from the deepest, `from`, up to `to`. */
async function flushFolders(from: string, to: string): Promise<void> {
  for (let path = from; ; path = dirname(path)) {
    const folder = await open(path, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
    if (path === to) return
  }
}
