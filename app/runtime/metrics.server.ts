import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/**
 * Counters and histograms of this process. A label never has a value that a caller chooses: such values could be
 * personal, and without end.
 */
export const processMetrics = new Registry()
const registers = [processMetrics]

collectDefaultMetrics({ register: processMetrics })

export const requestDuration = new Histogram({
  name: 'site_request_duration_seconds',
  help: 'Requests and the time to their answer, without the pages that were kept',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
})

export const renderDuration = new Histogram({
  name: 'site_render_duration_seconds',
  help: 'React’s part of a page: from what it shows to the HTML',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 1],
  registers,
})

export const databaseDuration = new Histogram({
  name: 'site_database_duration_seconds',
  help: 'Queries outside of transactions, and whole transactions, the wait for a connection included',
  labelNames: ['work'],
  buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 10],
  registers,
})

export const limitRefusals = new Counter({
  name: 'site_limit_refusals_total',
  help: 'Attempts beyond a limit; of "task": looks at a task before its time',
  labelNames: ['limit'],
  registers,
})

export const taskFailures = new Counter({
  name: 'site_task_failures_total',
  help: 'Runs of a task of the schedule that failed in this process',
  labelNames: ['task'],
  registers,
})
