/**
 * The stored outcomes of the events in the log of sign-ins, and their labels. `entered`: signed in; `ended`: the person
 * has ended the session, which is no attempt to sign in.
 */
export const SIGN_IN_OUTCOME_LABELS = {
  entered: 'Accesso riuscito',
  'backup-code': 'Accesso con un codice di recupero',
  'code-asked': 'Password corretta, in attesa del codice',
  'wrong-password': 'Password sbagliata',
  'wrong-code': 'Codice sbagliato',
  refused: 'Password corretta, accesso rifiutato',
  recovered: 'Password reimpostata',
  ended: 'Accesso terminato da te',
} as const
export type SignInOutcome = keyof typeof SIGN_IN_OUTCOME_LABELS
export const SIGN_IN_OUTCOMES = Object.keys(SIGN_IN_OUTCOME_LABELS) as [SignInOutcome, ...SignInOutcome[]]

/** How long an event is kept. */
export const SIGN_IN_LOG_PERIOD = { days: 180, words: 'sei mesi' } as const

/** The most events that their owner sees on the page; the copy of the data has all. */
export const SIGN_INS_SHOWN = 100

/** Outcomes of a completed sign-in. */
export const SIGNED_IN_OUTCOMES = ['entered', 'backup-code'] as const satisfies SignInOutcome[]

/** What `deviceOf` says of a device that it does not know. */
export const UNKNOWN_DEVICE = 'Dispositivo non riconosciuto'

/** The first match counts: Edge also names Chrome and Safari, and Android names Linux. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOP[RT]\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrom(e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Names browser and system of a device in Italian: 'Chrome su Windows'; an unknown one gets a general name. */
export function deviceOf(userAgent: string): string {
  const firstMatch = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [firstMatch(BROWSERS), firstMatch(SYSTEMS)]
  if (!browser && !system) return UNKNOWN_DEVICE
  return system ? `${browser ?? 'Un browser'} su ${system}` : `${browser}`
}

/**
 * Shortens an address for storage: IPv4 to '1.2.3.x'; IPv6, written out in eight groups, to its first three; else ''.
 */
export function networkOf(address: string): string {
  if (/^\d+\.\d+\.\d+\./.test(address)) return address.replace(/\.[^.]*$/, '.x')
  const groups = address.split(':')
  if (groups.length !== 8) return ''
  return `${groups
    .slice(0, 3)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::`
}
