/** What has become of an e-mail, in words. */
export const MAIL_STATES = { queued: 'in coda', sent: 'inviata', undelivered: 'non consegnata' } as const
export type MailState = keyof typeof MAIL_STATES
