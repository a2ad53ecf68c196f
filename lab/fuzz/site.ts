import { setTimeout as pause } from 'node:timers/promises'
import { startBuiltSite } from '../../tests/built-site'

/** Most milliseconds until the site is ready. */
const PATIENCE = 180_000

export type Site = Awaited<ReturnType<typeof startSite>>

/** Starts the built site on new data; `databaseUrl`: an empty server. */
export async function startSite(port: number, databaseUrl = '') {
  const keeper = { email: 'custode@example.net', password: 'chiave-di-palazzo-piacentini' }
  const env = { DATABASE_URL: databaseUrl, ADMIN_EMAIL: keeper.email, ADMIN_PASSWORD: keeper.password }
  const site = await startBuiltSite('fuzz', { port, patience: PATIENCE, env })
  return {
    ...site,
    port,
    origin: `http://localhost:${port}`,
    keeper,
    /** Resolves with the first group of the pattern in the output. */
    printed: async (pattern: RegExp) => {
      for (const deadline = Date.now() + PATIENCE / 10; Date.now() < deadline; await pause(20)) {
        const found = pattern.exec(site.log())?.[1]
        if (found) return found
      }
      throw new Error(`The console never said ${pattern}.`)
    },
  }
}
