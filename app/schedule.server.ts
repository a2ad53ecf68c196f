import { forgetOldForms } from './accounts/parked.server'
import { forgetDeadSessions } from './accounts/session.server'
import { maintain } from './database/client.server'
import { sweepFiles } from './documents/sweep.server'
import { beginEnrolments } from './enrolments/commands.server'
import { forgetSpentLimits } from './platform/limits.server'
import { log } from './platform/log.server'
import { startMailSender, stopMailSender } from './platform/mail-sender.server'
import { forgetExpired } from './rights/retention.commands.server'

/** What happens without a request, and how often (milliseconds). Each task is harmless when run twice. */
const HOUR = 3_600_000
const TASKS: { name: string; every: number; run: () => Promise<unknown> }[] = [
  { name: 'begin enrolments', every: HOUR / 6, run: () => beginEnrolments(null) },
  { name: 'forget dead sessions', every: HOUR, run: forgetDeadSessions },
  { name: 'forget parked forms', every: HOUR, run: forgetOldForms },
  { name: 'forget spent limits', every: HOUR, run: forgetSpentLimits },
  { name: 'forget what has expired', every: HOUR, run: () => forgetExpired(null) },
  { name: 'sweep files', every: HOUR, run: () => sweepFiles() },
  { name: 'maintain database', every: 24 * HOUR, run: maintain },
]

let timers: NodeJS.Timeout[] = []

/** Starts the mail sender and the tasks; the first run of each is soon after the start. */
export function startSchedule() {
  startMailSender()
  timers = TASKS.map(({ name, every, run }) => {
    const attempt = () =>
      run().catch((error) => log.error({ err: error, task: name }, 'scheduled task failed'))
    if (every < 24 * HOUR) setTimeout(attempt, 5_000).unref()
    return setInterval(attempt, every).unref()
  })
}

/** Stops the tasks and waits for the mail that is on its way. */
export async function stopSchedule() {
  timers.forEach(clearInterval)
  await stopMailSender()
}
