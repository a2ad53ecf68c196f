/** Types for the tests, which are TypeScript: see build.mjs. */
export function isBuilt(sourceHash: string, place?: string): boolean
export function recordBuilt(sourceHash: string, place?: string): void
