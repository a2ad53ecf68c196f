/** E-mails of the schedule to participants of an edition: joining instructions and thanks. */
export const REMINDERS = ['joining', 'thanks'] as const
export type Reminder = (typeof REMINDERS)[number]
