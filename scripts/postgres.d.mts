/** Types for the tests, which are TypeScript: see postgres.mjs. */
export type PostgresServer = {
  url: string
  pid: () => number
  start: () => Promise<void>
  end: (signal?: NodeJS.Signals) => Promise<void>
  stop: () => Promise<void>
}
export function startPostgres(
  programs: string,
  options?: { settings?: Record<string, string>; place?: string },
): Promise<PostgresServer>

/** A port that nobody listens on now. */
export function freePort(): Promise<number>
