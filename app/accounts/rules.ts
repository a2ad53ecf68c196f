import { secondsInDay, secondsInHour } from 'date-fns/constants'
import { emailAddressesIn } from '../parsing/emails.rules'
import { tidy } from '../parsing/text.rules'
import { OK, type Outcome, refuse } from '../runtime/outcome.rules'
import { STAFF_PASSWORD_MIN } from './passwords/rules'

/** What is shown of a person who left a field empty. */
export const NO_PHONE = 'Non specificato'
export const NO_COMPANY = 'Non specificata'

/** Each role may also do everything that the roles before it may do. */
export const ROLES = ['member', 'secretary', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_LABELS = {
  member: 'Corsista',
  secretary: 'Segreteria',
  admin: 'Amministratore',
} as const satisfies Record<Role, string>

/** The roles that open the panel of the office. `isStaff` asks about a person, who may lack the second factor. */
export type StaffRole = Exclude<Role, 'member'>
export function isStaffRole(role: Role): role is StaffRole {
  return role !== 'member'
}

declare const proven: unique symbol
/**
 * A person who is signed in: only `session.server.ts` creates a `Member`. `memberOnConsole` makes one for programs on
 * the server, without a session.
 */
export type Member = {
  id: string
  email: string
  firstName: string
  lastName: string
  company: string | null
  phone: string | null
  role: Role
  /** Absent for programs on the server (`memberOnConsole`), which have no session. */
  sessionId?: string
  /** True for staff without a second factor on a public site, who act as members. */
  lacksSecondFactor?: boolean
  [proven]: 'signed-in'
}
/** A secretary or an administrator, in the panel of the office. */
export type Staff = Member & { role: StaffRole }
export type Admin = Staff & { role: 'admin' }

declare const assigned: unique symbol
/**
 * A member who may mark the registers of one edition, whose id is `taughtEditionId`. Only the guard of the teachers’
 * pages (`admitTeachers`) creates a `Teacher`.
 */
export type Teacher = Member & { taughtEditionId: string; [assigned]: 'by-the-office' }

/** Whoever may mark registers: staff for all editions, a teacher for one. */
export type Marker = Staff | Teacher

/** The actor of the schedule and of programs on the server, which act for no person. */
export const SYSTEM = null
export type System = typeof SYSTEM
export type Actor = { id: string } | System

/** Whether a text has a form that the id of a person may have. New ids are UUIDs. */
export const isPersonId = (text: string) => /^[\w-]{1,64}$/.test(text)

/**
 * Decides whether a person who typed the right password may sign in. The password of staff may be too short, because it
 * may be older than their role or than the present minimum. Only its hash is stored, so its length is checked here.
 */
export function maySignIn(
  person: { role: Role; emailVerified: boolean },
  password: string,
): Outcome<'unconfirmed' | 'short-staff-password'> {
  if (!person.emailVerified) return refuse('unconfirmed')
  const isTooShort = isStaffRole(person.role) && password.length < STAFF_PASSWORD_MIN
  return isTooShort ? refuse('short-staff-password') : OK
}

/**
 * Only a confirmed person gets a role in the office, and an administrator always remains. `role`: the new one;
 * `administrators`: their number.
 */
export function mayGiveRole(
  person: { role: Role; emailVerified: boolean },
  role: Role,
  administrators: number,
): Outcome<'same-role' | 'unconfirmed-person' | 'last-admin'> {
  if (person.role === role) return refuse('same-role')
  if (isStaffRole(role) && !person.emailVerified) return refuse('unconfirmed-person')
  return person.role === 'admin' && administrators <= 1 ? refuse('last-admin') : OK
}

/**
 * An administrator ends the sessions of others on the page of the person; one's own are ended on a page of the
 * dashboard. `isSignedIn`: whether the person has a session.
 */
export function mayEndSessions(
  admin: { id: string },
  person: { id: string; isSignedIn: boolean },
): Outcome<'own-sessions' | 'no-session'> {
  if (person.id === admin.id) return refuse('own-sessions')
  return person.isSignedIn ? OK : refuse('no-session')
}

/** Whether the office entered the person, who has not confirmed the e-mail by choosing a password yet. */
export function isToActivate(person: { emailVerified: boolean; invitedAt: Date | null }): boolean {
  return person.invitedAt !== null && !person.emailVerified
}

export function mayInviteAgain(person: Parameters<typeof isToActivate>[0]): Outcome<'nothing-to-activate'> {
  return isToActivate(person) ? OK : refuse('nothing-to-activate')
}

/**
 * Refuses to change the e-mail of staff: whoever reads the new mailbox could enter the office. `email`: the new one.
 */
export function mayChangeEmail(
  person: { role: Role; email: string },
  email: string,
): Outcome<'email-of-staff' | 'same-email'> {
  if (isStaffRole(person.role)) return refuse('email-of-staff')
  return person.email === email ? refuse('same-email') : OK
}

/** Where a request comes from, whoever sends it: the network address and the device in words (`deviceOf`). */
export type Visitor = { address: string; device: string }

export function isStaff(member: Member): member is Staff {
  return isStaffRole(member.role) && !member.lacksSecondFactor
}

export function isAdmin(member: Member): member is Admin {
  return member.role === 'admin' && isStaff(member)
}

/** Limits of form fields in characters, for the HTML attributes and for the checks. */
export const NAME_MIN = 2
export const SHORT_NAME = `Il nome deve avere almeno ${NAME_MIN} caratteri`
export const NAME_MAX = 60
export const EMAIL_MAX = 254
export const PHONE_MAX = 40
export const COMPANY_MAX = 120

/** How long the links of e-mails are valid. `email`: the link that changes the e-mail of a person. */
export const LINK_LIFETIMES = {
  confirm: { seconds: secondsInDay, words: '24 ore' },
  email: { seconds: secondsInDay, words: '24 ore' },
  reset: { seconds: secondsInHour, words: 'un’ora' },
  invitation: { seconds: secondsInDay, words: '24 ore' },
} as const

/**
 * The query parameter of the link of an invitation, for the page of a new password: it words an invitation differently.
 */
export const INVITATION_PARAMETER = 'invito'

/** Days after which an unconfirmed account is deleted, unless its person is enrolled. */
export const UNCONFIRMED_DAYS = 30

/** Days that a session lasts at most, however often it is renewed (ADR 19). */
export const SESSION_DAYS: Record<Role, number> = { member: 90, secretary: 7, admin: 7 }

/** The domain of the e-mails of deleted accounts, which has no mailboxes (RFC 2606). */
export const DELETED_ACCOUNT_DOMAIN = '@utente.invalid'

/** The anonymous profile of a deleted account. Confirmed, so that it cannot sign up. */
export const deletedAccountProfile = (id: string) => ({
  id,
  email: `eliminato-${id}${DELETED_ACCOUNT_DOMAIN}`,
  emailVerified: true,
  firstName: 'Utente',
  lastName: 'eliminato',
})
/** Whether an e-mail is that of `deletedAccountProfile`. */
export const isDeletedAccount = (email: string) => email.endsWith(DELETED_ACCOUNT_DOMAIN)

/**
 * Returns the one spelling of an e-mail that stands for a person, also from a text with a name around it. Text that is
 * not exactly one address is only tidied and put in lower case.
 */
export function normalEmail(text: string): string {
  const [address, ...others] = emailAddressesIn(text)
  return address && others.length === 0 ? address : tidy(text).toLowerCase()
}

/** What people fill in about themselves; `profileFrom` makes a missing or empty phone or company null. */
export type ProfileFacts = {
  firstName: string
  lastName: string
  phone?: string | null
  company?: string | null
}
export type SignUpFacts = { firstName: string; lastName: string; email: string; password: string }

/** Tidies the columns that people fill in; other properties are left out. */
export function profileFrom({ firstName, lastName, phone, company }: ProfileFacts) {
  return {
    firstName: tidy(firstName),
    lastName: tidy(lastName),
    phone: tidy(phone ?? '') || null,
    company: tidy(company ?? '') || null,
  }
}

/** The person of a sign-up: tidied names and the normal e-mail, without the password. */
export function personFrom({ firstName, lastName, email }: SignUpFacts) {
  return { firstName: tidy(firstName), lastName: tidy(lastName), email: normalEmail(email) }
}

/** The outcome of a command that opened a session: `headers` set its cookie. */
export type OpenedSession = { ok: true; headers: Headers }

/** The outcome of a complete sign-in. `role`: of the person, for the page where the sign-in ends. */
export type CompletedSignIn = OpenedSession & { role: Role }

/**
 * The password was right, and a code is still needed: no session is open, and `headers` set the cookie that proves the
 * password (`passwordProofCookie`).
 */
export type SignInAwaitingCode = { ok: true; headers: Headers; codeAsked: true }
