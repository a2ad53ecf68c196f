import { UNCONFIRMED_DAYS } from '../accounts/rules'
import { SIGN_IN_LOG_PERIOD } from '../accounts/sign-in-log/rules'
import { CONFIRMATION_DAYS, INTEREST_MONTHS } from '../interests/rules'
import { DECISION_DAYS } from '../undo/rules'

/** How long data are kept: for the schedule, the backups, and the texts about privacy. */
export const RETENTION = {
  /**
   * Unconfirmed accounts without an enrolment or an edition to teach, from the last change of the profile, such as a
   * sign-up.
   */
  unconfirmedDays: UNCONFIRMED_DAYS,
  /** Contact messages, from their handling, or else their arrival. */
  messageMonths: 24,
  /** Unconfirmed addresses that wait for a course, from the request. */
  unconfirmedInterestDays: CONFIRMATION_DAYS,
  /** Confirmed addresses that wait for a course, from the request. */
  interestMonths: INTEREST_MONTHS,
  /** E-mails, from when they were written. */
  emailDays: 90,
  /** Events in the log of sign-ins, from the event. */
  signInDays: SIGN_IN_LOG_PERIOD.days,
  /** Which enrolments a decision of the office concerned, from the decision; recipients of messages stay. */
  decisionDays: DECISION_DAYS,
  /** Documents for one person, from when they were added. */
  personalDocumentYears: 10,
  /** Marks of registers, from the end of the course. */
  registerYears: 10,
  /** Payments of deleted accounts, from the day on which the money came. */
  paymentYears: 10,
  /** Attestati, from their issue; they outlive the account. */
  certificateYears: 10,
  /** Audit log; a trigger protects younger entries. */
  logYears: 10,
  /** Archives of backups, at most; most are deleted earlier, and the newest stays. */
  backupDays: 30,
} as const
