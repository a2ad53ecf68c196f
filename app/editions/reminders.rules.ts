import { isAtOwnPace } from '../courses/rules'
import { plusDays } from '../italian/days'

/** E-mails of the schedule to participants of an edition: joining instructions and thanks. */
export const REMINDERS = ['joining', 'thanks'] as const
export type Reminder = (typeof REMINDERS)[number]

/** How long before the first session the joining instructions are sent; people who join later get them later. */
export const JOINING_PERIOD = { days: 3, words: 'tre giorni' } as const

/** The columns of an edition that say which automatic e-mails its participants get. */
export const REMINDER_SWITCHES = ['joiningEmail', 'thanksEmail'] as const
export type ReminderSwitch = (typeof REMINDER_SWITCHES)[number]

/** The key of the letter of the joining instructions: another one where people follow the lessons at their own pace. */
export const joiningLetter = (course: Parameters<typeof isAtOwnPace>[0]) =>
  isAtOwnPace(course) ? 'joining-at-own-pace' : 'joining-instructions'

/** The first days on which the automatic e-mails are sent, YYYY-MM-DD; null for an edition without dates. */
export function reminderDays({ startDate, endDate }: { startDate: string | null; endDate: string | null }) {
  return {
    joining: startDate && plusDays(startDate, -JOINING_PERIOD.days),
    thanks: endDate && plusDays(endDate, 1),
  }
}
