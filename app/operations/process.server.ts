import packageFile from '../../package.json'
import type { PageCache } from '../http/page-cache.server'

/** This process: what runs, since when, and the pages that it keeps (`server.ts` puts them here). */
export const thisProcess: {
  version: string
  /** When the program was built; absent where it runs from its source. */
  builtAt: Date | undefined
  startedAt: Date
  pages?: PageCache
} = {
  version: packageFile.version,
  builtAt: import.meta.env.BUILT_AT ? new Date(import.meta.env.BUILT_AT) : undefined,
  startedAt: new Date(performance.timeOrigin),
}
