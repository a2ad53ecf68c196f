import { setTimeout as pause } from 'node:timers/promises'
import { secondsInDay, secondsInHour, secondsInMinute } from 'date-fns/constants'
import { SYSTEM } from '../accounts/rules'
import { deleteExpiredSessionsAndTokens } from '../accounts/session/session.server'
import { drawCertificates } from '../certificates/draw.commands.server'
import { maintainDatabase } from '../database/client.server'
import { sweepFiles } from '../documents/sweep.server'
import { sendReminders } from '../editions/reminders.commands.server'
import { startEnrolments } from '../editions/start.commands.server'
import { endDueOffers, offerSeats } from '../enrolments/waiting-list/offers.commands.server'
import { deleteExpiredCounts } from '../http/rate-limit.server'
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
 * the office; `everySeconds`: its period.
 */
type Task = { name: string; label: string; everySeconds: number; run: () => Promise<unknown> }

export const TASKS: Task[] = [
  {
    name: 'begin enrolments',
    label: 'Iscrizioni che cominciano',
    everySeconds: 10 * secondsInMinute,
    run: () => startEnrolments(SYSTEM),
  },
  {
    name: 'send reminders',
    label: 'Promemoria agli iscritti',
    everySeconds: secondsInMinute,
    run: () => sendReminders(SYSTEM),
  },
  {
    name: 'remind of payments',
    label: 'Promemoria di pagamento',
    everySeconds: secondsInHour,
    run: () => sendPaymentReminders(SYSTEM),
  },
  {
    name: 'offer seats',
    label: 'Posti liberi offerti a chi è in lista',
    everySeconds: 10,
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
    everySeconds: 10,
    run: () => drawCertificates(SYSTEM),
  },
  {
    name: 'notify the interested',
    label: 'Avvisi a chi aspetta un corso',
    everySeconds: 10 * secondsInMinute,
    run: () => notifyInterested(SYSTEM),
  },
  {
    name: 'forget dead sessions',
    label: 'Accessi scaduti',
    everySeconds: secondsInHour,
    run: deleteExpiredSessionsAndTokens,
  },
  {
    name: 'forget spent limits',
    label: 'Limiti scaduti',
    everySeconds: secondsInHour,
    run: deleteExpiredCounts,
  },
  {
    name: 'forget what has expired',
    label: 'Dati oltre il loro termine',
    everySeconds: secondsInHour,
    run: () => forgetExpired(SYSTEM),
  },
  {
    name: 'sweep files',
    label: 'File che non servono più',
    everySeconds: secondsInHour,
    run: () => sweepFiles(),
  },
  {
    name: 'back up',
    label: 'Copia di sicurezza, quando è ora',
    everySeconds: 10 * secondsInMinute,
    run: backUpWhenDue,
  },
  { name: 'check invariants', label: 'Controllo dei dati', everySeconds: secondsInDay, run: checkInvariants },
  {
    name: 'maintain database',
    label: 'Manutenzione del database',
    everySeconds: secondsInDay,
    run: maintainDatabase,
  },
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
 * period. `firstDelay`: seconds until it is first checked whether a run is due.
 */
export async function runPeriodically(
  { name, everySeconds, run }: Omit<Task, 'label'>,
  signal: AbortSignal,
  firstDelay = FIRST_DELAY,
): Promise<void> {
  for (let delay = firstDelay; await sleep(delay, signal); delay = Math.min(everySeconds, CHECK_INTERVAL)) {
    try {
      if (!(await beginRun(name, everySeconds))) continue
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
