import packageFile from '../../package.json'
import type { PageCache } from '../http/page-cache.server'

/** Facts about this process. `server.ts` sets `pageCache`; there is none in development. */
export const thisProcess: {
  version: string
  /** Undefined in development. */
  builtAt: Date | undefined
  startedAt: Date
  pageCache?: PageCache
} = {
  version: packageFile.version,
  builtAt: import.meta.env.BUILT_AT ? new Date(import.meta.env.BUILT_AT) : undefined,
  startedAt: new Date(performance.timeOrigin),
}
