import { secondsInHour, secondsInMinute } from 'date-fns/constants'

// How often somebody may try: `hits` in `seconds`, then 429.
const perHour = (hits: number) => ({ hits, seconds: secondsInHour })
const perQuarter = (hits: number) => ({ hits, seconds: 15 * secondsInMinute })

/** «Avvisami»: requests per network address, and e-mails that they send to one mailbox. */
export const INTEREST_LIMIT = perHour(5)
export const INTEREST_MAILBOX_LIMIT = perHour(3)

/** Requests for enrolment, per person. */
export const ENROLMENT_REQUEST_LIMIT = perHour(20)

/** Exports, per person: the audit log, the office's lists (courses and rosters), papers, a person's own data. */
export const EXPORT_LIMITS = {
  log: perHour(6),
  lists: perHour(60),
  papers: perHour(200),
  ownData: perHour(6),
}

/** Contact messages per network address, and acknowledgements per mailbox. */
export const CONTACT_LIMIT = perHour(5)
export const ACKNOWLEDGEMENT_LIMIT = perHour(3)

/**
 * Accounts. Counted per network address (of IPv6 the /64), except: `signInNetwork` counts a network (of IPv6 the /48);
 * `signInAccount` counts an account from one network, so others cannot lock its owner out. Attempts at an account from
 * all networks beyond `signInEverywhere` are not refused: each network then has `signInSlowed` in place of
 * `signInAccount`. `passwordCheck` and `code` count an account; `mailbox` counts the e-mails of one kind to one
 * mailbox.
 */
export const ACCOUNT_LIMITS = {
  signInAccount: perQuarter(5),
  signInAddress: perHour(30),
  signInNetwork: perHour(120),
  signInEverywhere: perHour(50),
  signInSlowed: perQuarter(2),
  signUp: perHour(3),
  recovery: perHour(3),
  resend: perHour(3),
  link: perHour(30),
  passwordCheck: perQuarter(5),
  code: perQuarter(5),
  mailbox: perHour(10),
} as const

/** Verifications of attestati by code or number, per network address, so that nobody finds one by guessing. */
export const VERIFICATION_LIMIT = perHour(30)
