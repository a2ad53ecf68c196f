// Invalidates the page cache of every process. Triggers notify at commit (migration `page_changes`, ADR 18).
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'
import { changeEvents, db } from './client.server'
import { PAGES_CHANGED } from './engine.server'
import { postgres } from './postgres.server'

/** Application name by which PostgreSQL lists the listening connections. */
const LISTENER = 'pages listener'

/** Milliseconds between two checks of a silent connection, and bounds of the pause before a reconnection. */
const HEARTBEAT = 5_000
const FIRST_RETRY = 50
const LAST_RETRY = 1_000

/** Payload of a notification: the settings have changed. */
const SETTINGS = 'settings'

type Pages = { invalidate(): void; setTrusted(hearsChanges: boolean): void }
type PageWatch = { pages: Pages; readSettings: () => Promise<void> }

let stopListening: (() => Promise<void>) | undefined

/**
 * Calls `invalidate` at each change of content; if the settings have changed, after `readSettings`. On a server it
 * calls `setTrusted(false)` when the listening connection is lost, and `readSettings` and `setTrusted(true)` when it is
 * open.
 */
export async function watchPages(pages: Pages, readSettings: () => Promise<void>): Promise<void> {
  const watch = { pages, readSettings }
  stopListening = env.databaseUrl ? await listenToServer(env.databaseUrl, watch) : listenToEmbedded(watch)
}

function createListener({ pages: { invalidate }, readSettings }: PageWatch) {
  return (payload?: string) => {
    if (payload !== SETTINGS) return invalidate()
    readSettings()
      .catch((err) => log.error({ err }, 'The settings could not be read'))
      .finally(invalidate)
  }
}

export async function stopWatchingPages(): Promise<void> {
  await stopListening?.()
  stopListening = undefined
}

/** Counts the processes of the site by their listening connections; the embedded database has one. */
export async function countProcesses(): Promise<number> {
  if (!env.databaseUrl) return 1
  const { rowCount } = await db.execute(
    sql`select 1 from pg_stat_activity where application_name = ${LISTENER} and datname = current_database()`,
  )
  return rowCount ?? 0
}

/** Listens to the embedded database, which has one process and notifies before it acknowledges the commit. */
function listenToEmbedded(watch: PageWatch) {
  const { invalidate } = watch.pages
  const onNotification = createListener(watch)
  changeEvents.on(PAGES_CHANGED, onNotification).on('connect', invalidate)
  return async () => {
    changeEvents.off(PAGES_CHANGED, onNotification).off('connect', invalidate)
  }
}

async function listenToServer(url: string, watch: PageWatch) {
  const stopping = new AbortController()
  let connection: Connection | undefined

  async function connect() {
    const newConnection = await openListener(url, createListener(watch))
    if (stopping.signal.aborted) return newConnection.close()
    connection = newConnection
    // While the connection was lost no notification arrived, so the settings may have changed.
    await watch.readSettings().catch((err) => log.error({ err }, 'The settings could not be read'))
    watch.pages.setTrusted(true)
    newConnection.lost.then(() => {
      connection = undefined
      watch.pages.setTrusted(false)
      if (!stopping.signal.aborted) reconnect()
    })
  }

  async function reconnect() {
    log.warn('The connection that hears of changes was lost')
    for (
      let delay = FIRST_RETRY;
      !connection && !stopping.signal.aborted;
      delay = Math.min(delay * 2, LAST_RETRY)
    ) {
      await connect().catch(() => pause(delay, null, { signal: stopping.signal, ref: false }).catch(() => {}))
    }
  }

  await connect()
  return async () => {
    stopping.abort()
    await connection?.close()
  }
}

type Connection = Awaited<ReturnType<typeof openListener>>

/** Opens a listening connection. `lost` resolves when it ends or stops answering. */
async function openListener(url: string, onNotification: (payload?: string) => void) {
  const client = new Client({ ...postgres(url).connection, query_timeout: 2_500 })
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  client.on('error', () => {})
  client.on('notification', ({ payload }) => onNotification(payload))
  await client.connect()
  try {
    await client.query(`listen ${PAGES_CHANGED}; set application_name to '${LISTENER}'`)
  } catch (error) {
    // A standby accepts the connection and refuses LISTEN.
    client.end()
    throw error
  }
  const heartbeat = setInterval(() => client.query('select 1').catch(() => client.end()), HEARTBEAT).unref()
  lost.then(() => clearInterval(heartbeat))
  return { lost, close: () => client.end() }
}
