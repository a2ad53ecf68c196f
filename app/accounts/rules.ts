import { secondsInDay, secondsInHour, secondsInMinute } from 'date-fns/constants'
import { formatCount } from '../italian/numbers'
import { emailAddressesIn } from '../parsing/emails.rules'
import { tidy } from '../parsing/text.rules'
import { OK, type Refused, refuse } from '../runtime/outcome.rules'
import { ADMIN_PASSWORD_MIN } from './passwords/rules'

/** What is shown of a person who left a field empty. */
export const NO_PHONE = 'Non specificato'
export const NO_COMPANY = 'Non specificata'

export const ROLES = ['member', 'admin'] as const
export type Role = (typeof ROLES)[number]

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
  /** On a public site an administrator without a second factor acts as a member. */
  lacksSecondFactor?: boolean
  [proven]: 'signed-in'
}
export type Admin = Member & { role: 'admin' }

/** The format of Better Auth's ids. */
export const isPersonId = (text: string) => /^[\w-]{1,64}$/.test(text)

/** An administrator may have an older, shorter password: its length is known only at the sign-in. */
export function mayEnter(person: { role: Role; emailVerified: boolean }, password: string): AccountOutcome {
  if (!person.emailVerified) return refuse('unconfirmed')
  const short = person.role === 'admin' && password.length < ADMIN_PASSWORD_MIN
  return short ? refuse('short-admin-password') : OK
}

/** Only a confirmed person. */
export function mayPromote(person: { role: Role; emailVerified: boolean }): AccountOutcome {
  if (person.role === 'admin') return refuse('already-admin')
  return person.emailVerified ? { ok: true } : refuse('unconfirmed-person')
}

/** An administrator always remains. */
export function mayDemote(person: { role: Role }, administrators: number): AccountOutcome {
  if (person.role !== 'admin') return refuse('not-admin')
  return administrators > 1 ? { ok: true } : refuse('last-admin')
}

/** One's own sessions are ended on their own page. */
export function mayEndSessions(
  admin: { id: string },
  person: { id: string; signedIn: boolean },
): AccountOutcome {
  if (person.id === admin.id) return refuse('own-sessions')
  return person.signedIn ? { ok: true } : refuse('no-session')
}

/** An administrator's e-mail leads into the office: colleagues do not change it. */
export function mayChangeEmail(person: { role: Role; email: string }, email: string): AccountOutcome {
  if (person.role === 'admin') return refuse('email-of-admin')
  return person.email === email ? refuse('same-email') : OK
}

/** Not signed in: address and device (`deviceOf`). */
export type Visitor = { address: string; device: string }

export function isAdmin(member: Member): member is Admin {
  return member.role === 'admin' && !member.lacksSecondFactor
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
} as const

export const AUTH_PATHS = {
  signIn: '/auth',
  signUp: '/auth?scheda=registrazione',
  checkMail: '/auth/controlla-la-posta',
  code: '/auth/codice',
  confirm: '/auth/conferma',
  recover: '/auth/recupera',
  reset: '/auth/nuova-password',
  email: '/auth/nuova-email',
} as const

export const ACCOUNT_PATH = '/dashboard/account'
/** Where a saved form, or a file that was asked for, waits after the sign-in. */
export const RESUME_PATH = '/ripresa'
export const SECOND_FACTOR_PATH = '/dashboard/due-passaggi'

/** Days a session lasts at most (ADR 19). */
export const SESSION_DAYS: Record<Role, number> = { member: 90, admin: 7 }

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

// ── How often one may try ───────────────────────────────────────────────────────────────────────────

/**
 * Counted per address, except: `signInNetwork` counts a /48 of IPv6; `signInAccount` counts an account from one
 * network, so others cannot lock its owner out. Beyond `signInEverywhere` attempts at an account, each network has
 * `signInSlowed`. `passwordCheck` and `code` count an account; `mailbox` counts the e-mails of one kind to one
 * address.
 */
export const LIMITS = {
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

/** `headers` set the cookie of the new session. */
export type Admitted = { ok: true; headers: Headers }

/** `headers` set the cookie for the code. */
export type AskedForCode = Admitted & { codeAsked: true }

// ── Refusals ────────────────────────────────────────────────────────────────────────────────────────

const SENTENCES = {
  'invalid-credentials': 'Email o password non corrette.',
  unconfirmed:
    'Conferma prima il tuo indirizzo email: apri il link che ti abbiamo inviato, oppure fattelo inviare di nuovo.',
  'invalid-link': 'Il link non è valido o è scaduto.',
  'other-password': 'La password non è quella scelta alla registrazione.',
  'already-confirmed': 'Questo indirizzo è già confermato: accedi con la tua password.',
  'wrong-password': 'La password attuale non è corretta.',
  'wrong-code': 'Il codice non è corretto, è scaduto o è già stato usato.',
  'code-expired': 'È passato troppo tempo: accedi di nuovo con la tua password.',
  'setup-expired': 'È passato troppo tempo: ricomincia dalla password.',
  'second-factor-on': 'La verifica in due passaggi è già attiva.',
  'second-factor-off': 'La verifica in due passaggi non è attiva.',
  'own-second-factor': 'La tua verifica in due passaggi si cambia dalla Dashboard.',
  'unknown-session': 'Questo accesso è già terminato.',
  'own-sessions': 'I tuoi accessi si terminano dalla Dashboard, alla voce «Accessi recenti».',
  'no-session': 'Questa persona non è collegata da nessun dispositivo.',
  'unknown-person': 'Utente non trovato',
  'unconfirmed-person': 'Questa persona non ha ancora confermato il suo indirizzo email.',
  'email-of-admin':
    'L’email di un amministratore non si cambia da qui: prima bisogna togliergli il ruolo, con «Togli da amministratore».',
  'same-email': 'È già il suo indirizzo email.',
  'email-taken': 'Nel frattempo questo indirizzo è stato usato per un altro account.',
  'person-changed': 'Nel frattempo i dati sono cambiati: controllali, poi salva di nuovo.',
  'note-changed': 'Nel frattempo la nota è cambiata: leggila qui sotto, poi salva di nuovo',
  'already-admin': 'Questa persona è già amministratore.',
  'not-admin': 'Questa persona non è amministratore.',
  'last-admin': 'È l’unico amministratore: prima rendi amministratore un’altra persona.',
  'only-admin': 'Sei l’unico amministratore: prima rendi amministratore un’altra persona.',
  'no-longer-admin': 'Nel frattempo non sei più amministratore.',
  'short-admin-password': `La password di un amministratore deve avere almeno ${ADMIN_PASSWORD_MIN} caratteri: scegline una nuova con «Password dimenticata?».`,
} as const

export type AccountRefused =
  | Refused<keyof typeof SENTENCES>
  | Refused<'weak-password', { reasons: string[] }>
  | Refused<'limited' | 'enough-emails', { retryAfter: number }>
export type AccountOutcome<Done extends object = object> = ({ ok: true } & Done) | AccountRefused

/** The Italian sentence. */
export function explain(refused: AccountRefused): string {
  if (refused.refusal === 'weak-password') return refused.reasons.join(' ')
  if (!('retryAfter' in refused)) return SENTENCES[refused.refusal]
  const minutes = Math.ceil(refused.retryAfter / secondsInMinute)
  const later = `riprova tra ${formatCount(minutes, 'minuto', 'minuti')}.`
  return refused.refusal === 'limited'
    ? `Troppi tentativi: ${later}`
    : `Abbiamo ricevuto molte richieste per questo indirizzo: guarda tra le email già arrivate, oppure ${later}`
}

/** Status and headers of a refusal. */
export function refusalInit(refused: AccountRefused): { status: number; headers: Record<string, string> } {
  return 'retryAfter' in refused
    ? { status: 429, headers: { 'Retry-After': String(refused.retryAfter) } }
    : { status: 400, headers: {} }
}
