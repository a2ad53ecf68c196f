/**
 * What has become of an e-mail, in words. `queued`: also after failed attempts, while they are repeated; `undelivered`:
 * the sender has given up.
 */
export const MAIL_STATES = { queued: 'in coda', sent: 'inviata', undelivered: 'non consegnata' } as const
export type MailState = keyof typeof MAIL_STATES

/** Days for which an undelivered e-mail is reported to the office; afterwards only the lists of e-mails have it. */
export const NEW_FAILURE_DAYS = 7
