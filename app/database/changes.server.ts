// Invalidates the page cache of every process. Triggers notify at commit (migration `page_changes`, ADR 18).
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'
import { connectionEvents, db } from './client.server'
import { PAGES_CHANNEL } from './engine.server'
import { postgresEngine } from './postgres.server'

/** Application name by which PostgreSQL lists the listening connections. */
const LISTENER_NAME = 'pages listener'

/** Milliseconds between two checks of the listening connection, and to wait for the answer to one. */
const CHECK_INTERVAL = 5_000
const CHECK_TIMEOUT = 2_500
/** Milliseconds before a failed connection or reading is repeated: at first, and at most. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 1_000

/** The payload of the notification that the settings have changed. */
const SETTINGS_CHANGED = 'settings'

type Pages = { invalidate(): void; setTrusted(hearsChanges: boolean): void }
/** `stopping`: aborted when the process watches no longer. */
type PageWatch = { pages: Pages; reloadSettings: () => Promise<void>; stopping: AbortSignal }

let stopListening: (() => Promise<void>) | undefined

/**
 * Calls `invalidate` at each change of content; if the settings have changed, after `reloadSettings`. On a server it
 * calls `setTrusted(false)` when the listening connection is lost, and `reloadSettings` and then `setTrusted(true)`
 * when it is open. A failed `reloadSettings` is repeated until it succeeds. The embedded database has a new connection
 * after a crash: `invalidate` is called for each connection.
 */
export async function watchContentChanges(pages: Pages, reloadSettings: () => Promise<void>): Promise<void> {
  const stopping = new AbortController()
  const watch = { pages, reloadSettings, stopping: stopping.signal }
  const close = env.databaseUrl ? await listenToServer(env.databaseUrl, watch) : listenToEmbedded(watch)
  stopListening = () => {
    stopping.abort()
    return close()
  }
}

function createNotificationHandler(watch: PageWatch) {
  const { invalidate } = watch.pages
  return async (payload?: string) => {
    if (payload !== SETTINGS_CHANGED || (await readSettings(watch))) invalidate()
  }
}

/** Reads the settings, again after a failure. Returns false if the process stopped watching before it succeeded. */
function readSettings({ reloadSettings, stopping }: PageWatch) {
  return repeatUntilDone(reloadSettings, 'The settings could not be read', stopping)
}

/**
 * Runs `work` until it succeeds or `stopping` is aborted; returns whether it succeeded. Logs the first failure with
 * `message`.
 */
async function repeatUntilDone(
  work: () => Promise<void>,
  message: string,
  stopping: AbortSignal,
): Promise<boolean> {
  for (let delay = FIRST_PAUSE; !stopping.aborted; delay = Math.min(delay * 2, LONGEST_PAUSE)) {
    try {
      await work()
      return true
    } catch (err) {
      if (delay === FIRST_PAUSE) log.error({ err }, message)
      await pause(delay, null, { signal: stopping, ref: false }).catch(() => {})
    }
  }
  return false
}

export async function stopWatchingContentChanges(): Promise<void> {
  await stopListening?.()
  stopListening = undefined
}

/** Counts the processes of the site by their listening connections; the embedded database has one. */
export async function countProcesses(): Promise<number> {
  if (!env.databaseUrl) return 1
  const { rowCount } = await db.execute(
    sql`select 1 from pg_stat_activity where application_name = ${LISTENER_NAME} and datname = current_database()`,
  )
  return rowCount ?? 0
}

/** Listens to the embedded database, which has one process and notifies before it acknowledges the commit. */
function listenToEmbedded(watch: PageWatch) {
  const { invalidate } = watch.pages
  const onNotification = createNotificationHandler(watch)
  connectionEvents.on(PAGES_CHANNEL, onNotification).on('connect', invalidate)
  return async () => {
    connectionEvents.off(PAGES_CHANNEL, onNotification).off('connect', invalidate)
  }
}

async function listenToServer(url: string, watch: PageWatch) {
  const { pages, stopping } = watch
  let connection: Connection | undefined

  /** `readAgain`: reads the settings, since no notification arrived before; false if the process stops meanwhile. */
  async function connect(readAgain: () => Promise<boolean>) {
    const newConnection = await openListener(url, createNotificationHandler(watch))
    if (stopping.aborted) return newConnection.close()
    connection = newConnection
    if (!(await readAgain())) return
    pages.setTrusted(true)
    newConnection.lost.then(() => {
      connection = undefined
      pages.setTrusted(false)
      if (!stopping.aborted) reconnect()
    })
  }

  function reconnect() {
    log.warn('The connection that hears of changes was lost')
    const connectAgain = () => connect(() => readSettings(watch))
    return repeatUntilDone(connectAgain, 'The connection that hears of changes cannot be opened', stopping)
  }

  // The site has just read the settings, and does not wait for a database that fails now.
  await connect(async () => {
    await watch.reloadSettings().catch((err) => log.error({ err }, 'The settings could not be read'))
    return true
  })
  return async () => connection?.close()
}

type Connection = Awaited<ReturnType<typeof openListener>>

/** Opens a listening connection. `lost` resolves when it ends or stops answering. */
async function openListener(url: string, onNotification: (payload?: string) => void) {
  const client = new Client({ ...postgresEngine(url).connection, query_timeout: CHECK_TIMEOUT })
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  client.on('error', () => {})
  client.on('notification', ({ payload }) => onNotification(payload))
  await client.connect()
  try {
    await client.query(`listen ${PAGES_CHANNEL}; set application_name to '${LISTENER_NAME}'`)
  } catch (error) {
    // A standby accepts the connection and refuses LISTEN.
    client.end()
    throw error
  }
  const check = setInterval(() => client.query('select 1').catch(() => client.end()), CHECK_INTERVAL).unref()
  lost.then(() => clearInterval(check))
  return { lost, close: () => client.end() }
}
