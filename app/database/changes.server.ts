/**
 * How every process learns, before the next request, that what anonymous pages show has changed. Triggers announce it
 * with each commit, whoever commits (migration `page_changes`, docs/decisions/0018).
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client, type Notification, type QueryResult } from 'pg'
import { env } from '../platform/env.server'
import { log } from '../platform/log.server'
import { db, heard } from './client.server'
import { PAGES_CHANGED } from './engine.server'
import { postgres } from './postgres.server'

/** By this name the listeners of all processes are known and counted; channels on which they speak to one another. */
const LISTENER = 'pages listener'
const LISTENERS = `from pg_stat_activity where application_name = '${LISTENER}' and datname = current_database()`
const ASKED = 'pages_asked'
const SEEN = 'pages_seen'

/** How long a change may wait for the other processes, how often a quiet connection is tried, in milliseconds. */
const PATIENCE = 1_000
const HEARTBEAT = 5_000
const FIRST_RETRY = 50
const LAST_RETRY = 1_000

type Listener = { seenByAll(): Promise<void>; stop(): Promise<void> }
let listener: Listener | undefined

/** From now on `forget` is called whenever pages have changed, or may have without our hearing of it. */
export async function watchPages(forget: () => void): Promise<void> {
  listener = env.databaseUrl ? await listenOnServer(env.databaseUrl, forget) : listenWithin(forget)
}

export async function stopWatchingPages(): Promise<void> {
  await listener?.stop()
  listener = undefined
}

/** Resolves when every process knows of the changes that are committed by now, or after a second at the latest. */
export async function seenByAll(): Promise<void> {
  await listener?.seenByAll()
}

/** How many processes of the site are at work on the database, by those that listen to it. */
export async function listeners(): Promise<number> {
  if (!env.databaseUrl) return 1
  const { rowCount } = await db.execute(sql.raw(`select 1 ${LISTENERS}`))
  return rowCount ?? 0
}

/** The embedded database speaks to this process alone, and tells of a change before it answers the commit. */
function listenWithin(forget: () => void): Listener {
  heard.on(PAGES_CHANGED, forget).on('connect', forget)
  return {
    seenByAll: async () => {},
    stop: async () => {
      heard.off(PAGES_CHANGED, forget).off('connect', forget)
    },
  }
}

/**
 * PostgreSQL hands out announcements in the order of the commits. So a process that has read a question put after a
 * change has read of the change before it; its own connection is up to date as soon as that answers anything.
 */
async function listenOnServer(url: string, forget: () => void): Promise<Listener> {
  const waiting = new Map<string, (pid: number) => void>()
  const ending = new AbortController()
  let connection: Connection | undefined

  async function connect() {
    const opened = await open(url, forget, ({ channel, payload: id = '', processId }, ask) => {
      if (channel === PAGES_CHANGED) forget()
      if (channel === SEEN) waiting.get(id)?.(processId)
      if (channel === ASKED && !waiting.has(id)) ask(`select pg_notify('${SEEN}', $1)`, [id]).catch(() => {})
    })
    if (ending.signal.aborted) return opened.close()
    connection = opened
    opened.lost.then(() => {
      connection = undefined
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

  /** The others are asked by the same statement that lists them: alone, it says nothing and costs a round trip. */
  async function askOthers(through: Connection, id: string): Promise<number[]> {
    const { rows } = await through.ask(
      `select pid, pg_notify('${ASKED}', $1) ${LISTENERS}
       and pid <> pg_backend_pid()`,
      [id],
    )
    return rows.map(({ pid }) => pid)
  }

  await connect()
  return {
    async seenByAll() {
      if (!connection) return
      const id = randomUUID()
      const { promise, resolve } = Promise.withResolvers<void>()
      // Answers may come before the list of those who were asked, and from somebody who is not on it yet.
      const answers = new Set<number>()
      let asked: number[] | undefined
      const missing = () => asked?.filter((pid) => !answers.has(pid)).length
      const check = () => {
        if (missing() === 0) resolve()
      }
      waiting.set(id, (pid) => {
        answers.add(pid)
        check()
      })
      const all = askOthers(connection, id).then((pids) => {
        asked = pids
        check()
        return promise
      })
      const late = pause(PATIENCE, 'late', { ref: false })
      const outcome = await Promise.race([all, late]).catch((err) =>
        log.warn({ err }, 'Others were not asked'),
      )
      if (outcome === 'late')
        log.warn({ missing: missing() }, 'Another process did not say that it knows of a change')
      waiting.delete(id)
    },
    async stop() {
      ending.abort()
      await connection?.close()
    },
  }
}

type Connection = Awaited<ReturnType<typeof open>>

type Ask = (text: string, values?: unknown[]) => Promise<QueryResult>

/**
 * A connection that listens; `lost` resolves when it has ended, or does not answer any more. What it hears may need an
 * answer before it is handed out: `hear` is given what to answer with.
 */
async function open(url: string, forget: () => void, hear: (notification: Notification, ask: Ask) => void) {
  const client = new Client({ ...postgres(url).connection, query_timeout: 2_500 })
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  let turn: Promise<unknown> = Promise.resolve()
  const ask: Ask = (text, values) => {
    const answer = turn.then(() => client.query(text, values))
    turn = answer.catch(() => {})
    return answer
  }
  client.on('error', () => {})
  client.on('notification', (notification) => hear(notification, ask))
  await client.connect()
  try {
    await ask(`listen ${PAGES_CHANGED}; listen ${ASKED}; listen ${SEEN}`)
    // Nobody told us what changed meanwhile.
    forget()
    // The name last: who is counted already listens, and trusts nothing from before.
    await ask(`set application_name to '${LISTENER}'`)
  } catch (error) {
    // A standby, for one, connects and does not listen: each attempt would leave a connection behind.
    client.end()
    throw error
  }

  const heartbeat = setInterval(() => ask('select 1').catch(() => client.end()), HEARTBEAT).unref()
  lost.then(() => clearInterval(heartbeat))
  return { ask, lost, close: () => client.end() }
}
