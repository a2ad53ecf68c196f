/**
 * The topics by which the office filters the e-mails of the site, by their word in `?tipo` of the page. `kinds`: the
 * kinds of e-mail, as `enqueueEmail` stores them.
 */
export const MAIL_TOPICS = {
  iscrizioni: {
    label: 'Iscrizioni',
    kinds: [
      'request-received',
      'request-approved',
      'request-rejected',
      'enrolled-by-office',
      'enrolment-cancelled',
      'enrolment-moved',
      'admitted-to-list',
      'seat-offered',
      'offer-expired',
      'offer-withdrawn',
      'document-given',
      'certificate-revoked',
      'payment-received',
      'payment-returned',
      'payment-due',
      'payment-late',
      'payment-still-late',
      'dues-changed',
    ],
  },
  corsi: {
    label: 'Corsi',
    kinds: [
      'edition-confirmed',
      'edition-postponed',
      'edition-changed',
      'edition-cancelled',
      'joining-instructions',
      'thanks',
      'confirm-interest',
      'interest-already-confirmed',
      'requests-open',
    ],
  },
  domande: {
    label: 'Risposte a chi scrive',
    kinds: ['contact-received', 'contact-reply'],
  },
  ufficio: {
    label: 'Scritte dall’ufficio',
    kinds: ['edition-message', 'message-trial', 'person-message'],
  },
  account: {
    label: 'Account',
    kinds: [
      'confirm-address',
      'recover-password',
      'already-registered',
      'password-changed',
      'confirm-new-email',
      'new-email-asked',
      'new-device',
      'sessions-ended',
      'made-administrator',
      'made-secretary',
      'may-mark-registers',
      'no-longer-staff',
      'invitation',
      'second-factor-on',
      'second-factor-off',
      'second-factor-removed',
      'backup-codes-renewed',
      'backup-code-used',
      'account-deleted',
      'iban-changed',
    ],
  },
  segreteria: {
    label: 'Alla segreteria',
    kinds: ['request-for-office', 'cancelled-for-office', 'moved-for-office', 'contact-for-office'],
  },
} as const satisfies Record<string, { label: string; kinds: readonly string[] }>

export type MailTopic = keyof typeof MAIL_TOPICS
