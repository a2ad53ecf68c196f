import type { HtmlCache } from '../platform/html-cache.server'

/** This process, as `server.ts` started it, with the pages that it keeps. */
export const thisProcess: { pages?: HtmlCache } = {}
