import { FIRST_LETTER_WORDS } from '../content/letters.rules'
import type { LetterKey, Letters } from '../content/settings.rules'
import { tooLong } from '../parsing/text.rules'
import { companyValues, placeholdersIn } from '../site/placeholders.rules'
import { siteSettings } from '../site/settings'
import { paragraphProblem, tidyParagraph } from './paragraphs.rules'

/** The labels of the letters in the order of the form: on which occasion each is sent. */
export const LETTER_GROUPS: [title: string, letters: Partial<Record<LetterKey, string>>][] = [
  [
    'Richieste e iscrizioni',
    {
      'request-received': 'Richiesta ricevuta',
      'request-received-listed': 'Richiesta ricevuta, corso al completo',
      'request-approved': 'Richiesta approvata',
      'request-rejected': 'Richiesta non accolta',
      'enrolled-by-office': 'Iscrizione fatta dalla segreteria',
      'enrolment-moved': 'Iscrizione spostata',
      'enrolment-cancelled': 'Iscrizione disdetta dalla persona',
      'cancelled-by-phone': 'Iscrizione disdetta al telefono',
      'cancelled-by-office': 'Iscrizione disdetta dalla segreteria',
      'document-given': 'Documento per la persona',
    },
  ],
  [
    'Lista d’attesa',
    {
      'admitted-to-list': 'In lista d’attesa',
      'seat-offered': 'Posto offerto',
      'offer-expired': 'Offerta scaduta',
      'offer-withdrawn': 'Offerta ritirata',
      'offer-withdrawn-closed': 'Offerta ritirata, iscrizioni chiuse',
    },
  ],
  [
    'Corsi',
    {
      'edition-confirmed': 'Edizione confermata',
      'edition-postponed': 'Edizione rinviata',
      'edition-changed': 'Dettagli cambiati',
      'edition-cancelled': 'Edizione annullata',
      'joining-instructions': 'Prima dell’inizio',
      'joining-at-own-pace': 'Prima dell’inizio, e-learning',
      thanks: 'Dopo la fine',
    },
  ],
  [
    'Pagamenti',
    {
      'payment-due': 'Promemoria, prima della scadenza',
      'payment-late': 'Primo sollecito',
      'payment-still-late': 'Secondo sollecito',
    },
  ],
  [
    'Avvisi e contatti',
    {
      'confirm-interest': 'Avviso da confermare',
      'interest-already-confirmed': 'Avviso già confermato',
      'requests-open': 'Si può chiedere l’iscrizione',
      'contact-received': 'Domanda ricevuta',
    },
  ],
  [
    'Account',
    {
      'confirm-address': 'Registrazione da confermare',
      'already-registered': 'Registrazione di chi ha già un account',
      invitation: 'Invito della segreteria',
      'recover-password': 'Password da reimpostare',
    },
  ],
]

/** Letters to an address without a known name, which do not begin with a greeting. */
export const WITHOUT_GREETING: LetterKey[] = [
  'confirm-interest',
  'interest-already-confirmed',
  'requests-open',
  'contact-received',
]

/** How a letter greets an example person; the letters of `WITHOUT_GREETING` do not greet. */
export const exampleGreeting = (letter: LetterKey) =>
  letter === 'payment-still-late' ? 'Gentile Giulia Rossi,' : 'Ciao Giulia,'

export const LETTER_KEYS = Object.keys(FIRST_LETTER_WORDS) as LetterKey[]
/** Most characters of each text. */
export const LETTER_LIMITS = { subject: 100, opening: 600, signature: 300 } as const
export type LetterField = 'subject' | 'opening'
export const letterField = (letter: LetterKey, field: LetterField) => `${letter}.${field}`

/** The placeholders that a text must contain: those of its first wording, except those for data of the company. */
export function requiredPlaceholders(letter: LetterKey, field: LetterField): string[] {
  const company = companyValues(siteSettings().company)
  return placeholdersIn(FIRST_LETTER_WORDS[letter][field]).filter((name) => !(name in company))
}

type LettersText = Record<string, string>

/** Reads the form of the letters. `errors`: a sentence for each field that cannot be saved. */
export function readLetters(text: LettersText): { value: Letters; errors: Record<string, string> } {
  const errors: Record<string, string> = {}
  const read = (letter: LetterKey, field: LetterField) => {
    const name = letterField(letter, field)
    const typed = text[name] ?? ''
    const problem = problemOf(typed, letter, field)
    if (problem) errors[name] = problem
    return tidyParagraph(typed)
  }
  const words = Object.fromEntries(
    LETTER_KEYS.map((letter) => [
      letter,
      { subject: read(letter, 'subject'), opening: read(letter, 'opening') },
    ]),
  ) as Letters['words']
  const signature = (text.signature ?? '').trim()
  if (signature.length > LETTER_LIMITS.signature)
    errors.signature = tooLong(LETTER_LIMITS.signature, signature.length)
  return { value: { signature, words }, errors }
}

function problemOf(typed: string, letter: LetterKey, field: LetterField): string | undefined {
  if (!tidyParagraph(typed)) return 'Scrivi qualcosa: l’email non può farne a meno'
  const required = requiredPlaceholders(letter, field)
  const missing = required.find((name) => !typed.includes(`[${name}]`))
  if (missing) return `Lascia [${missing}]: al suo posto va ciò che la persona deve sapere`
  const company = Object.keys(companyValues(siteSettings().company))
  return paragraphProblem(typed, LETTER_LIMITS[field], [...required, ...company])
}

/** Returns the texts with which the form shows the stored letters. */
export function writeLetters({ signature, words }: Letters): LettersText {
  const fields = LETTER_KEYS.flatMap((letter) => {
    const { subject, opening } = words[letter]
    return [
      [letterField(letter, 'subject'), subject],
      [letterField(letter, 'opening'), opening],
    ]
  })
  return { signature, ...Object.fromEntries(fields) }
}

/** How the save bar, a list of errors and a conflict name the fields. */
export const LETTER_LABELS: Record<string, string> = {
  signature: 'Firma',
  ...Object.fromEntries(
    LETTER_GROUPS.flatMap(([, letters]) =>
      Object.entries(letters).flatMap(([letter, label]) => [
        [letterField(letter as LetterKey, 'subject'), `${label}, oggetto`],
        [letterField(letter as LetterKey, 'opening'), `${label}, primo paragrafo`],
      ]),
    ),
  ),
}
