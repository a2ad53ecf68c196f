/**
 * How each process learns that the content of anonymous pages has changed. Triggers notify at commit, whoever commits
 * (migration `page_changes`, docs/decisions/0018).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'
import { db, heard } from './client.server'
import { PAGES_CHANGED } from './engine.server'
import { postgres } from './postgres.server'

/** The application name of the listening connections, by which processes are counted. */
const LISTENER = 'pages listener'

/** How often a quiet connection is tried, and the bounds of the pause between attempts to reconnect, in milliseconds. */
const HEARTBEAT = 5_000
const FIRST_RETRY = 50
const LAST_RETRY = 1_000

/** The cache of pages: `forget` at each change; `trust` says whether changes are heard. */
type Pages = { forget(): void; trust(heard: boolean): void }

let stopListening: (() => Promise<void>) | undefined

/** From now on `pages` are told of each change, and of each time in which changes are not heard. */
export async function watchPages(pages: Pages): Promise<void> {
  stopListening = env.databaseUrl ? await listenOnServer(env.databaseUrl, pages) : listenWithin(pages)
}

export async function stopWatchingPages(): Promise<void> {
  await stopListening?.()
  stopListening = undefined
}

/** How many processes of the site are at work on the database, by those that listen to it. */
export async function listeners(): Promise<number> {
  if (!env.databaseUrl) return 1
  const { rowCount } = await db.execute(
    sql`select 1 from pg_stat_activity where application_name = ${LISTENER} and datname = current_database()`,
  )
  return rowCount ?? 0
}

/** The embedded database speaks to this process alone, and notifies before it answers the commit. */
function listenWithin({ forget }: Pages) {
  heard.on(PAGES_CHANGED, forget).on('connect', forget)
  return async () => {
    heard.off(PAGES_CHANGED, forget).off('connect', forget)
  }
}

async function listenOnServer(url: string, pages: Pages) {
  const ending = new AbortController()
  let connection: Connection | undefined

  async function connect() {
    const opened = await open(url, pages.forget)
    if (ending.signal.aborted) return opened.close()
    connection = opened
    pages.trust(true)
    opened.lost.then(() => {
      connection = undefined
      pages.trust(false)
      if (!ending.signal.aborted) reconnect()
    })
  }

  async function reconnect() {
    log.warn('The connection that hears of changes was lost')
    for (
      let delay = FIRST_RETRY;
      !connection && !ending.signal.aborted;
      delay = Math.min(delay * 2, LAST_RETRY)
    ) {
      await connect().catch(() => pause(delay, null, { signal: ending.signal, ref: false }).catch(() => {}))
    }
  }

  await connect()
  return async () => {
    ending.abort()
    await connection?.close()
  }
}

type Connection = Awaited<ReturnType<typeof open>>

/** A connection that listens; `lost` resolves when it has ended, or does not answer any more. */
async function open(url: string, forget: () => void) {
  const client = new Client({ ...postgres(url).connection, query_timeout: 2_500 })
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  client.on('error', () => {})
  client.on('notification', forget)
  await client.connect()
  try {
    await client.query(`listen ${PAGES_CHANGED}; set application_name to '${LISTENER}'`)
  } catch (error) {
    // A standby, for one, connects and does not listen: each attempt would leave a connection behind.
    client.end()
    throw error
  }
  const heartbeat = setInterval(() => client.query('select 1').catch(() => client.end()), HEARTBEAT).unref()
  lost.then(() => clearInterval(heartbeat))
  return { lost, close: () => client.end() }
}
