import { setTimeout as pause } from 'node:timers/promises'
import { secondsInDay, secondsInHour, secondsInMinute } from 'date-fns/constants'
import { SYSTEM } from '../accounts/rules'
import { deleteExpiredSessionsAndTokens } from '../accounts/session/session.server'
import { drawCertificates } from '../certificates/draw.commands.server'
import { maintain } from '../database/client.server'
import { sweepFiles } from '../documents/sweep.server'
import { sendReminders } from '../editions/reminders.commands.server'
import { startEnrolments } from '../editions/start.commands.server'
import { endDueOffers, offerSeats } from '../enrolments/waiting-list/offers.commands.server'
import { deleteExpiredLimits } from '../http/rate-limit.server'
import { notifyInterested } from '../interests/notify.commands.server'
import { startMailSender, stopMailSender } from '../mail/sender.server'
import { sendPaymentReminders } from '../payments/reminders/commands.server'
import { forgetExpired } from '../privacy/retention.commands.server'
import { log } from '../runtime/log.server'
import { taskFailures } from '../runtime/metrics.server'
import { backUpWhenDue } from './backup/backup.server'
import { checkInvariants } from './invariants.queries.server'
import { beginRun, endRun } from './task-runs.server'

/**
 * A periodic task, safe to run twice. `name`: its key in the table of runs, in logs and metrics; `label`: its name for
 * the office; `every` in seconds.
 */
type Task = { name: string; label: string; every: number; run: () => Promise<unknown> }

export const TASKS: Task[] = [
  {
    name: 'begin enrolments',
    label: 'Iscrizioni che cominciano',
    every: 10 * secondsInMinute,
    run: () => startEnrolments(SYSTEM),
  },
  {
    name: 'send reminders',
    label: 'Promemoria agli iscritti',
    every: secondsInMinute,
    run: () => sendReminders(SYSTEM),
  },
  {
    name: 'remind of payments',
    label: 'Promemoria di pagamento',
    every: secondsInHour,
    run: () => sendPaymentReminders(SYSTEM),
  },
  {
    name: 'offer seats',
    label: 'Posti liberi offerti a chi è in lista',
    every: 10,
    run: async () => {
      try {
        await endDueOffers(SYSTEM)
      } finally {
        await offerSeats(SYSTEM)
      }
    },
  },
  {
    name: 'draw certificates',
    label: 'Attestati da disegnare',
    every: 10,
    run: () => drawCertificates(SYSTEM),
  },
  {
    name: 'notify the interested',
    label: 'Avvisi a chi aspetta un corso',
    every: 10 * secondsInMinute,
    run: () => notifyInterested(SYSTEM),
  },
  {
    name: 'forget dead sessions',
    label: 'Accessi scaduti',
    every: secondsInHour,
    run: deleteExpiredSessionsAndTokens,
  },
  { name: 'forget spent limits', label: 'Limiti scaduti', every: secondsInHour, run: deleteExpiredLimits },
  {
    name: 'forget what has expired',
    label: 'Dati oltre il loro termine',
    every: secondsInHour,
    run: () => forgetExpired(SYSTEM),
  },
  { name: 'sweep files', label: 'File che non servono più', every: secondsInHour, run: () => sweepFiles() },
  {
    name: 'back up',
    label: 'Copia di sicurezza, quando è ora',
    every: 10 * secondsInMinute,
    run: backUpWhenDue,
  },
  { name: 'check invariants', label: 'Controllo dei dati', every: secondsInDay, run: checkInvariants },
  { name: 'maintain database', label: 'Manutenzione del database', every: secondsInDay, run: maintain },
]

/** Seconds until a task is first checked, and at most between two checks. */
const FIRST_DELAY = 5
const CHECK_INTERVAL = 60

let stopping = new AbortController()

/** Starts the tasks, and the sender of e-mails. */
export function startSchedule() {
  stopping = new AbortController()
  startMailSender()
  for (const task of TASKS) runPeriodically(task, stopping.signal)
}

/** Stops the tasks, and waits for the e-mail that is being sent. */
export async function stopSchedule() {
  stopping.abort()
  await stopMailSender()
}

/**
 * Runs a task at most once per period, in one of all processes, until `signal`. After a failure it waits for the next
 * period. `first`: seconds until it is first checked whether a run is due.
 */
export async function runPeriodically(
  { name, every, run }: Omit<Task, 'label'>,
  signal: AbortSignal,
  first = FIRST_DELAY,
): Promise<void> {
  for (let next = first; await sleep(next, signal); next = Math.min(every, CHECK_INTERVAL)) {
    try {
      if (!(await beginRun(name, every))) continue
      await run()
      await endRun(name, true)
    } catch (error) {
      taskFailures.inc({ task: name })
      await endRun(name, false).catch(() => {})
      log.error({ err: error, task: name }, 'scheduled task failed')
    }
  }
}

/** Waits. Returns true, or false if `signal` has ended the waiting. */
const sleep = (seconds: number, signal: AbortSignal) =>
  pause(seconds * 1000, true, { ref: false, signal }).catch(() => false)
