import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from 'hono'
import { Counter, Gauge, Registry } from 'prom-client'
import { poolState } from '../database/client.server'
import type { HttpEnv } from '../http/request-log.server'
import { env } from '../runtime/env.server'
import { processMetrics } from '../runtime/metrics.server'
import { lastBackup } from './backup/state.server'
import { thisProcess } from './process.server'
import { mailState } from './state.queries.server'
import { lastRuns } from './task-runs.server'

/** Milliseconds to wait for the values from the database. */
const PATIENCE = 1_000

/**
 * Serves `/metrics`; a caller who may not read it gets the page for unknown addresses. During an outage the values from
 * the database are missing.
 */
export async function showMetrics(c: Context<HttpEnv>, next: () => Promise<void>) {
  if (!mayReadMetrics(c)) return next()
  c.get('requestContext').route = c.req.path
  const text = `${await processMetrics.metrics()}\n${await readStateMetrics().then((state) => state.metrics())}`
  return c.body(text, 200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, 'Cache-Control': 'no-store' })
}

/**
 * Whether the caller may read the metrics: with the token, or as a local program if no proxy is in front of the site.
 */
function mayReadMetrics(c: Context<HttpEnv>): boolean {
  const { token } = /^Bearer (?<token>.+)$/.exec(c.req.header('authorization') ?? '')?.groups ?? {}
  if (token && env.metricsToken) return timingSafeEqual(digest(token), digest(env.metricsToken))
  const forwarded = env.trustProxy || c.req.header('x-forwarded-for') || c.req.header('forwarded')
  return !forwarded && /^(::ffff:)?127\.|^::1$/.test(c.env.incoming.socket.remoteAddress ?? '')
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Reads the state of the site into new metrics for each request, so that unknown values can be left out. */
async function readStateMetrics(): Promise<Registry> {
  const state = new Registry()
  const registers = [state]
  const gauge = (name: string, help: string, value: number | undefined) => {
    if (value !== undefined) new Gauge({ name, help, registers }).set(value)
  }

  const reading = Promise.all([mailState(), lastBackup(), lastRuns()]).catch(() => undefined)
  // Either all three are read, or all are undefined. `backup` is null before the first backup.
  const [mail, backup, runs] =
    (await Promise.race([reading, pause(PATIENCE, undefined, { ref: false })])) ?? []
  gauge('site_database_up', 'Whether the database has answered just now', mail ? 1 : 0)
  gauge('site_mail_due', 'E-mails that are due', mail?.due)
  gauge('site_mail_waiting', 'E-mails that wait', mail?.waiting)
  gauge('site_mail_failed', 'E-mails that were not delivered', mail?.failed)
  gauge(
    'site_mail_oldest_age_seconds',
    'Age of the oldest e-mail that is due or was tried',
    mail && secondsSince(mail.oldest),
  )
  gauge(
    'site_backup_age_seconds',
    'Time since the last backup that succeeded',
    backup?.lastSuccess && secondsSince(backup.lastSuccess.at),
  )
  gauge('site_backup_failed', 'Whether the last backup failed', mail && (backup?.error === undefined ? 0 : 1))
  const lastRun = new Gauge({
    name: 'site_task_last_run_timestamp_seconds',
    help: 'When a task of the schedule last ended, in whichever process',
    labelNames: ['task'],
    registers,
  })
  for (const [task, { at }] of runs ?? []) lastRun.set({ task }, at.getTime() / 1000)

  const { total, idle, waiting } = poolState()
  gauge('site_database_connections', 'Connections that requests share', total)
  gauge('site_database_connections_idle', 'Those of them at rest', idle)
  gauge('site_database_queue', 'Work that waits for a connection', waiting)

  const { pageCache } = thisProcess
  gauge('site_pages_kept', 'Pages kept as they were last shown', pageCache?.state().size)
  const pageCounter = new Counter({
    name: 'site_pages_total',
    help: 'Pages for everybody, by whether they were kept or rendered anew',
    labelNames: ['from'],
    registers,
  })
  if (pageCache) {
    pageCounter.inc({ from: 'memory' }, pageCache.state().hits)
    pageCounter.inc({ from: 'rendering' }, pageCache.state().misses)
  }
  return state
}

/** Seconds since a moment; 0 without one. */
const secondsSince = (moment: Date | null) => (moment ? (Date.now() - moment.getTime()) / 1000 : 0)
