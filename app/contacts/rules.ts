import { NO_COMPANY, normalEmail } from '../accounts/rules'
import { tidy } from '../parsing/text.rules'

// Limits in characters; those of e-mail, company and the longest phone are in `accounts/rules`.
export const FULL_NAME_MIN = 2
export const FULL_NAME_MAX = 120
export const PHONE_MIN = 5
export const INTEREST_MAX = 200
export const MESSAGE_MAX = 3000

/** Characters of the longest message that `composeMessage` writes, with room for its labels. */
export const COMPOSED_MAX = 3400

export const WRONG_PHONE = 'Numero di telefono non valido'
export const NOT_SENT = "Errore durante l'invio del modulo"

/** Optional fields may be empty or null. */
export type ContactValues = {
  fullName: string
  email: string
  phone: string
  company?: string | null
  courseInterest: string
  message?: string | null
}

/** What a row of `contact_submissions` holds of the visitor; `message` is composed (`composeMessage`). */
export type Submission = { name: string; surname: string; email: string; phone: string; message: string }

/** The row of `contact_submissions` for the values of the form. */
export function submissionFrom(values: ContactValues): Submission {
  return {
    ...splitName(values.fullName),
    email: normalEmail(values.email),
    phone: tidy(values.phone),
    message: composeMessage(values),
  }
}

/** Splits a name at its first space; the surname may be ''. */
export function splitName(fullName: string): { name: string; surname: string } {
  const [name = '', ...otherWords] = tidy(fullName).split(' ')
  return { name, surname: otherWords.join(' ') }
}

/** Stands in a message for the text that the visitor did not type. */
const NO_WORDS = 'Nessun messaggio aggiuntivo'

/** Writes course, company and text of the form into one text, which `messageParts` splits again. */
export function composeMessage({ courseInterest, company, message }: ContactValues): string {
  return [
    `Corso di interesse: ${tidy(courseInterest)}`,
    `Azienda: ${tidy(company ?? '') || NO_COMPANY}`,
    `Messaggio: ${tidyLines(message ?? '') || NO_WORDS}`,
  ].join('\n')
}

const COMPOSED = /^Corso di interesse: (.*)\nAzienda: (.*)\nMessaggio: ([\s\S]*)$/

/**
 * The parts of a message as `composeMessage` writes it; any other text is all `words`, with null for the others.
 * `course`: the typed interest, which may be no course; `company`: `NO_COMPANY` if none was typed; `words`: the typed
 * text, or `NO_WORDS`.
 */
export function messageParts(message: string): {
  course: string | null
  company: string | null
  words: string
} {
  const [, course, company, words] = COMPOSED.exec(message) ?? []
  return { course: course ?? null, company: company ?? null, words: words ?? message }
}

/** The words that the visitor typed, which a reply quotes; '' if none were typed. */
export function typedWords(message: string): string {
  const { words } = messageParts(message)
  return words === NO_WORDS ? '' : words
}

/** Characters of a message that a mail link quotes: mail programs accept links of about 2,000. */
const QUOTE_MAX = 1000

/**
 * 'Re: Leadership', with the typed interest, or 'Re: la tua richiesta' for a text that `composeMessage` did not write.
 */
export const subjectOfReply = (message: string) => `Re: ${messageParts(message).course ?? 'la tua richiesta'}`

/** A mailto link with subject and the quoted words of the message, if any were typed. */
export function replyLink({ name, surname, email, message }: Omit<Submission, 'phone'>): string {
  const characters = [...typedWords(message)]
  const excerpt = characters.slice(0, QUOTE_MAX).join('') + (characters.length > QUOTE_MAX ? '…' : '')
  const quotation = excerpt ? ['Ci avevi scritto:', ...excerpt.split('\n').map((line) => `> ${line}`)] : []
  const body = [`Gentile ${`${name} ${surname}`.trim()},`, '', '', '', ...quotation]
  return `mailto:${email}?subject=${encodeURIComponent(subjectOfReply(message))}&body=${encodeURIComponent(body.join('\r\n'))}`
}

/** Tidies each line of a text, and leaves at most one empty line between paragraphs. */
export function tidyLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(tidy)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
