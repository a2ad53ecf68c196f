import { secondsInHour, secondsInMinute } from 'date-fns/constants'

// How often somebody may try: `hits` in `seconds`, then 429.

/** «Avvisami»: requests per network address, and e-mails that they send to one mailbox. */
export const INTEREST_LIMIT = { hits: 5, seconds: secondsInHour }
export const INTEREST_MAILBOX_LIMIT = { hits: 3, seconds: secondsInHour }

/** Requests for enrolment, per person. */
export const ENROLMENT_REQUEST_LIMIT = { hits: 20, seconds: secondsInHour }

/** Exports, per person: the audit log, the office's lists (courses and rosters), papers, a person's own data. */
export const EXPORT_LIMITS = {
  log: { hits: 6, seconds: secondsInHour },
  lists: { hits: 60, seconds: secondsInHour },
  papers: { hits: 200, seconds: secondsInHour },
  ownData: { hits: 6, seconds: secondsInHour },
}

/** Contact messages per network address, and acknowledgements per mailbox. */
export const CONTACT_LIMIT = { hits: 5, seconds: secondsInHour }
export const ACKNOWLEDGEMENT_LIMIT = { hits: 3, seconds: secondsInHour }

/**
 * Accounts. Counted per network address (of IPv6 the /64), except: `signInNetwork` counts a network (of IPv6 the /48);
 * `signInAccount` counts an account from one network, so others cannot lock its owner out. Attempts at an account from
 * all networks beyond `signInEverywhere` are not refused: each network then has `signInSlowed` in place of
 * `signInAccount`. `passwordCheck` and `code` count an account; `mailbox` counts the e-mails of one kind to one
 * mailbox.
 */
export const ACCOUNT_LIMITS = {
  signInAccount: { hits: 5, seconds: 15 * secondsInMinute },
  signInAddress: { hits: 30, seconds: secondsInHour },
  signInNetwork: { hits: 120, seconds: secondsInHour },
  signInEverywhere: { hits: 50, seconds: secondsInHour },
  signInSlowed: { hits: 2, seconds: 15 * secondsInMinute },
  signUp: { hits: 3, seconds: secondsInHour },
  recovery: { hits: 3, seconds: secondsInHour },
  resend: { hits: 3, seconds: secondsInHour },
  link: { hits: 30, seconds: secondsInHour },
  passwordCheck: { hits: 5, seconds: 15 * secondsInMinute },
  code: { hits: 5, seconds: 15 * secondsInMinute },
  mailbox: { hits: 10, seconds: secondsInHour },
} as const

/** Verifications of attestati by code or number, per network address, so that nobody finds one by guessing. */
export const VERIFICATION_LIMIT = { hits: 30, seconds: secondsInHour }
