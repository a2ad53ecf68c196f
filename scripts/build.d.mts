/** Types for the tests, which are TypeScript: see build.mjs. */
export function isBuilt(line: string, place?: string): boolean
export function noteBuilt(line: string, place?: string): void
