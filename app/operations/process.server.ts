import packageFile from '../../package.json'
import type { PageCache } from '../http/page-cache.server'

/** `server.ts` sets `pages`. */
export const thisProcess: {
  version: string
  /** Absent in development. */
  builtAt: Date | undefined
  startedAt: Date
  pages?: PageCache
} = {
  version: packageFile.version,
  builtAt: import.meta.env.BUILT_AT ? new Date(import.meta.env.BUILT_AT) : undefined,
  startedAt: new Date(performance.timeOrigin),
}
