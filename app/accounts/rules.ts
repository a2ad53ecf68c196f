import { secondsInDay, secondsInHour } from 'date-fns/constants'
import { emailAddressesIn } from '../parsing/emails.rules'
import { tidy } from '../parsing/text.rules'
import { OK, type Outcome, refuse } from '../runtime/outcome.rules'
import { STAFF_PASSWORD_MIN } from './passwords/rules'

/** What is shown of a person who left a field empty. */
export const NO_PHONE = 'Non specificato'
export const NO_COMPANY = 'Non specificata'

/** Each may what those before it may. */
export const ROLES = ['member', 'secretary', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** The roles that open the panel of the office. */
export type StaffRole = Exclude<Role, 'member'>
export function isStaffRole(role: Role): role is StaffRole {
  return role !== 'member'
}

/** Only `session.server.ts` makes one, so a member is signed in. */
declare const proven: unique symbol
export type Member = {
  id: string
  email: string
  firstName: string
  lastName: string
  company: string | null
  phone: string | null
  role: Role
  /** Absent on the console. */
  session?: string
  /** On a public site staff without a second factor act as members. */
  lacksSecondFactor?: boolean
  [proven]: 'signed-in'
}
/** A secretary or an administrator, in the panel of the office. */
export type Staff = Member & { role: StaffRole }
export type Admin = Staff & { role: 'admin' }

/** May mark the registers of one edition, whose id is `teaches`. Only the guard of the edition's pages makes one. */
declare const assigned: unique symbol
export type Teacher = Member & { teaches: string; [assigned]: 'by-the-office' }

/** Whoever may mark a register: staff those of all editions. */
export type Marker = Staff | Teacher

/** The schedule and the programs on the server, which act for no person. */
export const SYSTEM = null
export type System = typeof SYSTEM
export type Actor = { id: string } | System

/** The format of Better Auth's ids. */
export const isPersonId = (text: string) => /^[\w-]{1,64}$/.test(text)

/** Staff may have an older, shorter password: its length is known only at the sign-in. */
export function mayEnter(
  person: { role: Role; emailVerified: boolean },
  password: string,
): Outcome<'unconfirmed' | 'short-staff-password'> {
  if (!person.emailVerified) return refuse('unconfirmed')
  const short = isStaffRole(person.role) && password.length < STAFF_PASSWORD_MIN
  return short ? refuse('short-staff-password') : OK
}

/** Only a confirmed person has a role in the office, and an administrator always remains. */
export function mayGiveRole(
  person: { role: Role; emailVerified: boolean },
  role: Role,
  administrators: number,
): Outcome<'same-role' | 'unconfirmed-person' | 'last-admin'> {
  if (person.role === role) return refuse('same-role')
  if (isStaffRole(role) && !person.emailVerified) return refuse('unconfirmed-person')
  return person.role === 'admin' && administrators <= 1 ? refuse('last-admin') : OK
}

/** One's own sessions are ended on their own page. */
export function mayEndSessions(
  admin: { id: string },
  person: { id: string; signedIn: boolean },
): Outcome<'own-sessions' | 'no-session'> {
  if (person.id === admin.id) return refuse('own-sessions')
  return person.signedIn ? OK : refuse('no-session')
}

/** Entered by the office, without a password so far. */
export function isToActivate(person: { emailVerified: boolean; invitedAt: Date | null }): boolean {
  return person.invitedAt !== null && !person.emailVerified
}

export function mayInviteAgain(person: Parameters<typeof isToActivate>[0]): Outcome<'nothing-to-activate'> {
  return isToActivate(person) ? OK : refuse('nothing-to-activate')
}

/** The e-mail of staff leads into the office: colleagues do not change it. */
export function mayChangeEmail(
  person: { role: Role; email: string },
  email: string,
): Outcome<'email-of-staff' | 'same-email'> {
  if (isStaffRole(person.role)) return refuse('email-of-staff')
  return person.email === email ? refuse('same-email') : OK
}

/** Not signed in: address and device (`deviceOf`). */
export type Visitor = { address: string; device: string }

export function isStaff(member: Member): member is Staff {
  return isStaffRole(member.role) && !member.lacksSecondFactor
}

export function isAdmin(member: Member): member is Admin {
  return member.role === 'admin' && isStaff(member)
}

// ── Limits of the forms: the attribute and the check are one constant ───────────────────────────────

export const NAME_MIN = 2
export const SHORT_NAME = `Il nome deve avere almeno ${NAME_MIN} caratteri`
export const NAME_MAX = 60
export const EMAIL_MAX = 254
export const PHONE_MAX = 40
export const COMPANY_MAX = 120

/** How long the link of an e-mail works. */
export const LINK_LASTS = {
  confirm: { seconds: secondsInDay, words: '24 ore' },
  email: { seconds: secondsInDay, words: '24 ore' },
  reset: { seconds: secondsInHour, words: 'un’ora' },
  invitation: { seconds: secondsInDay, words: '24 ore' },
} as const

/** The parameter of the link in an invitation, for the words of its page. */
export const INVITATION = 'invito'

/** Days after which an account that nobody confirmed is deleted, unless it is enrolled. */
export const UNCONFIRMED_DAYS = 30

/** Days a session lasts at most (ADR 19). */
export const SESSION_DAYS: Record<Role, number> = { member: 90, secretary: 7, admin: 7 }

/** A domain without mailboxes (RFC 2606). */
export const GONE = '@utente.invalid'

/** The anonymous profile of a deleted account. Confirmed, so that it cannot sign up. */
export const goneProfile = (id: string) => ({
  id,
  email: `eliminato-${id}${GONE}`,
  emailVerified: true,
  firstName: 'Utente',
  lastName: 'eliminato',
})
export const isGone = (email: string) => email.endsWith(GONE)

/** Spellings of one address are one person, pasted with a name or not. Other text is only tidied. */
export function normalEmail(text: string): string {
  const [address, ...others] = emailAddressesIn(text)
  return address && others.length === 0 ? address : tidy(text).toLowerCase()
}

/** Missing or empty phone and company are null. */
export type ProfileFacts = {
  firstName: string
  lastName: string
  phone?: string | null
  company?: string | null
}
export type SignUpFacts = ProfileFacts & { email: string; password: string }

/** Only the columns that people fill in. */
export function profileFrom({ firstName, lastName, phone, company }: ProfileFacts) {
  return {
    firstName: tidy(firstName),
    lastName: tidy(lastName),
    phone: tidy(phone ?? '') || null,
    company: tidy(company ?? '') || null,
  }
}

export function personFrom(facts: SignUpFacts) {
  return { ...profileFrom(facts), email: normalEmail(facts.email) }
}

/** `headers` set the cookie of the new session. */
export type Admitted = { ok: true; headers: Headers }

/** After a sign-in. */
export type SignedIn = Admitted & { role: Role }

/** `headers` set the cookie for the code. */
export type AskedForCode = Admitted & { codeAsked: true }
