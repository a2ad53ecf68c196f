export const ROLES = ['member', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Who is acting. Only `session.server.ts` may make one, so holding one is proof of sign-in. */
declare const proven: unique symbol
export type Member = {
  id: string
  email: string
  firstName: string
  lastName: string
  company: string | null
  phone: string | null
  role: Role
  [proven]: 'signed-in'
}
export type Admin = Member & { role: 'admin' }

/** Whether this may be the id of a person: a short word, as Better Auth makes them. */
export const isPersonId = (text: string) => /^[\w-]{1,64}$/.test(text)

/** May this person become an administrator? Whoever receives the keys has proved to be who they say they are. */
export function mayPromote(person: { role: Role; emailVerified: boolean }): { ok: true } | Refused {
  if (person.role === 'admin') return refuse('already-admin')
  return person.emailVerified ? { ok: true } : refuse('unconfirmed-person')
}

/** May the role be taken from this person? There is always an administrator left; oneself is no exception. */
export function mayDemote(person: { role: Role }, administrators: number): { ok: true } | Refused {
  if (person.role !== 'admin') return refuse('not-admin')
  return administrators > 1 ? { ok: true } : refuse('last-admin')
}

/** Somebody who has not signed in: all we know is where they call from (for the limits). */
export type Visitor = { address: string }

export function isAdmin(member: Member): member is Admin {
  return member.role === 'admin'
}

// ── Limits of the forms (specification §5); the attribute and the check are one constant ────────────

export const NAME_MIN = 2
export const SHORT_NAME = 'Il nome deve avere almeno 2 caratteri'
export const NAME_MAX = 60
export const EMAIL_MAX = 254
export const PHONE_MAX = 40
export const COMPANY_MAX = 120
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 128
export const ADMIN_PASSWORD_MIN = 12

/** Where the links of the letters lead. */
export const AUTH_PATHS = {
  signIn: '/auth',
  confirm: '/auth/conferma',
  recover: '/auth/recupera',
  reset: '/auth/nuova-password',
} as const

/** Where nobody can have an address (RFC 2606): nothing is ever sent there. */
export const GONE = '@utente.invalid'

/** What stays of somebody who deleted their account and held a seat. Confirmed, so that nobody can sign up as it. */
export const goneProfile = (id: string) => ({
  id,
  email: `eliminato-${id}${GONE}`,
  emailVerified: true,
  firstName: 'Utente',
  lastName: 'eliminato',
})
export const isGone = (email: string) => email.endsWith(GONE)

/** One line as people mean it: without control or invisible characters, doubled spaces, or spaces at its ends. */
export function tidy(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** An e-mail as it stands in the database: two spellings of one address are one person. */
export function normalEmail(text: string): string {
  return tidy(text).toLowerCase()
}

/** Longest search for people that is looked up, in characters, and the most words of it. */
export const SEARCH_MAX = 80
const SEARCH_WORDS = 6

/** What to look for: every word of the text. */
export function wordsOf(text: string): string[] {
  const words = tidy(text).slice(0, SEARCH_MAX).toWellFormed().split(' ')
  return words.filter(Boolean).slice(0, SEARCH_WORDS)
}

/** What people say of themselves; a missing or empty phone or company is none. */
export type ProfileFacts = {
  firstName: string
  lastName: string
  phone?: string | null
  company?: string | null
}
export type SignUpFacts = ProfileFacts & { email: string; password: string }

/** The columns that people fill in themselves, whatever else the caller's object holds. */
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

// ── How often one may try (quality §5) ──────────────────────────────────────────────────────────────

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * Counted per address, except: `signInAccount` counts an account tried from one address, so that a stranger's
 * guesses elsewhere never lock out the owner; `passwordCheck` counts a member; `mailbox` counts the letters that
 * anonymous forms cause to one e-mail, and beyond it they are silently not sent.
 */
export const LIMITS = {
  signInAccount: { hits: 5, seconds: 15 * MINUTE },
  signInAddress: { hits: 30, seconds: HOUR },
  signUp: { hits: 3, seconds: HOUR },
  recovery: { hits: 3, seconds: HOUR },
  resend: { hits: 3, seconds: HOUR },
  link: { hits: 30, seconds: HOUR },
  passwordCheck: { hits: 5, seconds: 15 * MINUTE },
  mailbox: { hits: 10, seconds: HOUR },
  parkedForm: { hits: 20, seconds: HOUR },
} as const

// ── Refusals ────────────────────────────────────────────────────────────────────────────────────────

const SENTENCES = {
  'invalid-credentials': 'Email o password non corretti.',
  unconfirmed:
    'Conferma prima il tuo indirizzo email: apri il link che ti abbiamo inviato, oppure fattelo inviare di nuovo.',
  'invalid-link': 'Il link non è valido o è scaduto.',
  'already-confirmed': 'Questo indirizzo è già confermato: accedi con la tua password.',
  'wrong-password': 'La password attuale non è corretta.',
  'unknown-person': 'Utente non trovato',
  'unconfirmed-person': 'Questa persona non ha ancora confermato il suo indirizzo email.',
  'already-admin': 'Questa persona è già amministratore.',
  'not-admin': 'Questa persona non è amministratore.',
  'last-admin': 'È l’unico amministratore: prima rendi amministratore un’altra persona.',
  'only-admin': 'Sei l’unico amministratore: prima rendi amministratore un’altra persona.',
  'no-longer-admin': 'Nel frattempo non sei più amministratore.',
  'short-admin-password': `La password di un amministratore deve avere almeno ${ADMIN_PASSWORD_MIN} caratteri: scegline una nuova con «Password dimenticata?».`,
} as const

export type Refused =
  | { ok: false; refusal: keyof typeof SENTENCES }
  | { ok: false; refusal: 'weak-password'; reasons: string[] }
  | { ok: false; refusal: 'limited'; retryAfter: number }

export const refuse = (refusal: keyof typeof SENTENCES): Refused => ({ ok: false, refusal })

/** What the person reads. */
export function explain(refused: Refused): string {
  if (refused.refusal === 'weak-password') return refused.reasons.join(' ')
  if (refused.refusal !== 'limited') return SENTENCES[refused.refusal]
  const minutes = Math.ceil(refused.retryAfter / MINUTE)
  return `Troppi tentativi: riprova tra ${minutes} ${minutes === 1 ? 'minuto' : 'minuti'}.`
}

/** Status and headers of the answer that tells a refusal. */
export function refusalInit(refused: Refused): { status: number; headers: Record<string, string> } {
  return refused.refusal === 'limited'
    ? { status: 429, headers: { 'Retry-After': String(refused.retryAfter) } }
    : { status: 400, headers: {} }
}

/** Better Auth's code for a sign-in that fails, as our refusal; undefined when it is a true fault. */
export function refusalOf(code: string | undefined): 'invalid-credentials' | 'unconfirmed' | undefined {
  if (code === 'EMAIL_NOT_VERIFIED') return 'unconfirmed'
  const wrong = ['INVALID_EMAIL_OR_PASSWORD', 'INVALID_EMAIL', 'PASSWORD_TOO_LONG']
  return code && wrong.includes(code) ? 'invalid-credentials' : undefined
}

// ── Passwords ───────────────────────────────────────────────────────────────────────────────────────

/** What is guessed first, here and in the lists that attackers share. Six characters or more, lower case. */
const COMMONEST = `
123456 1234567 12345678 123456789 1234567890 0123456789 012345 01234567 987654321 87654321 654321 123123 123321
121212 112233 11223344 111222 123654 159753 147258 147258369 159357 741852963 789456 789456123 456789 654123
111111 1111111 11111111 000000 00000000 222222 333333 444444 555555 666666 777777 7777777 888888 88888888 999999
101010 102030 131313 232323 696969 252525 123qwe 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3 q1w2e3r4 qwe123
qwerty qwerty1 qwerty12 qwerty123 qwertyuiop qwertz azerty asdasd asdfgh asdfghjkl asd123 zxcvbn zxcvbnm abc123
abcdef abcd1234 a1b2c3 a1b2c3d4 aa123456 a123456 123456a 123abc abcabc password password1 password12 password123
passw0rd p@ssw0rd p@ssword pass123 pass1234 passpass secret welcome welcome1 letmein monkey dragon master shadow
sunshine princess football baseball superman batman iloveyou trustno1 hello123 freedom whatever starwars pokemon
michael jordan23 charlie ashley bailey killer hunter hunter2 summer winter spring flower cookie google samsung
computer internet admin1 admin123 admin1234 administrator amministratore root123 test123 test1234 testtest
default guest123 changeme access login123 user123 utente utente1 utente123 passwords password! parola parola1
parolachiave parolasegreta segreto segreto1 segreta chiave accesso accesso1 benvenuto benvenuto1 benvenuta
ciaociao ciao123 ciao1234 ciaomamma ciaobella amoremio amore1 amore123 amoremio1 tiamo1 tiamo123 tiamotanto
tesoro tesoro1 stella stella1 stellina gioia1 angelo angela angelo1 cucciola cucciolo principessa farfalla
bellissima bellissimo fiorellino topolino paperino pippo1 pippo123 pippopippo pluto123 paperone minnie
juventus juventus1 forzajuve juve1897 milan1899 forzamilan acmilan inter1908 forzainter internazionale napoli
napoli1 forzanapoli forzaroma asroma asroma1927 roma1927 roma123 lazio1900 sslazio fiorentina sampdoria
italia italia1 italia123 italia90 italia06 italiano milano milano1 venezia firenze torino bologna palermo
ferrari ferrari1 valentino46 vale46 vespa125 ducati lamborghini spaghetti pizza123 cioccolato nutella
francesco francesca alessandro alessandra alessia alessio andrea andrea1 antonio antonella giuseppe giovanni
giovanna giulia giulia1 giorgia martina matteo matteo1 lorenzo leonardo federica federico roberta roberto
simone stefano stefania valentina vincenzo gabriele chiara daniela daniele davide elisabetta emanuele ilaria
`
const TOO_COMMON = 'È tra le prime che si provano a indovinare.'

/**
 * Why a password is refused, as Italian sentences; none when it is good. Six characters is the form's rule
 * (specification §5), the rest is decisions §6.
 */
export function passwordWeaknesses(
  password: string,
  person: { email: string; firstName: string; lastName: string; role?: Role },
): string[] {
  const plain = password.trim().toLowerCase()
  const letters = plain.replace(/[^\p{L}\p{N}]/gu, '')
  const own = [
    person.firstName,
    person.lastName,
    `${person.firstName}${person.lastName}`,
    person.email.split('@')[0] ?? '',
  ]
    .map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
    .some((word) => word && (letters === word || (word.length >= 4 && letters.includes(word))))

  const least = person.role === 'admin' ? ADMIN_PASSWORD_MIN : PASSWORD_MIN
  const tooShort =
    least === PASSWORD_MIN
      ? 'La password deve avere almeno 6 caratteri'
      : `La password di un amministratore deve avere almeno ${ADMIN_PASSWORD_MIN} caratteri.`
  return [
    password.length < least && tooShort,
    password.length > PASSWORD_MAX && `La password può avere al massimo ${PASSWORD_MAX} caratteri.`,
    (COMMONEST.split(/\s+/).includes(plain) || /^(.)\1*$/u.test(plain)) && TOO_COMMON,
    own && 'Contiene il tuo nome o il tuo indirizzo email.',
  ].filter((reason) => reason !== false)
}
