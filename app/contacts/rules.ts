import { normalEmail } from '../accounts/rules'
import { tidy } from '../parsing/text.rules'

/** Limits of the form, in characters; those of e-mail, telephone and company are everybody's (accounts). */
export const FULL_NAME_MIN = 2
export const FULL_NAME_MAX = 120
export const PHONE_MIN = 5
export const INTEREST_MAX = 200
export const MESSAGE_MAX = 3000
/** The longest message with the course and the company before it, and their labels. */
export const COMPOSED_MAX = 3400

export const WRONG_PHONE = 'Numero di telefono non valido'
/** What a program reads when a message could be neither stored nor mailed (specification §8). */
export const NOT_SENT = "Errore durante l'invio del modulo"

/** A person needs at least so many seconds to fill in the form; a robot does not. */
export const FASTEST_PERSON = 2

/** Counted per address, and per e-mail for the acknowledgement: nobody's mailbox is flooded through our form. */
export const CONTACT_LIMIT = { hits: 5, seconds: 3600 }
export const ACKNOWLEDGEMENT_LIMIT = { hits: 3, seconds: 3600 }

/** What the form asks for; what is left out of the optional fields is empty or null. */
export type ContactValues = {
  fullName: string
  email: string
  phone: string
  company?: string | null
  courseInterest: string
  message?: string | null
}

/** What is stored and sent to the office (specification §3). */
export type Submission = { name: string; surname: string; email: string; phone: string; message: string }

/** The values of the form as the row that keeps them. */
export function submissionFrom(values: ContactValues): Submission {
  return {
    ...splitName(values.fullName),
    email: normalEmail(values.email),
    phone: tidy(values.phone),
    message: composedMessage(values),
  }
}

/** Split at the first space: the first word, and the rest or ''. */
export function splitName(fullName: string): { name: string; surname: string } {
  const [name = '', ...rest] = tidy(fullName).split(' ')
  return { name, surname: rest.join(' ') }
}

/** The course of interest, the company and the message, one below the other. */
export function composedMessage({ courseInterest, company, message }: ContactValues): string {
  return [
    `Corso di interesse: ${tidy(courseInterest)}`,
    `Azienda: ${tidy(company ?? '') || 'Non specificata'}`,
    `Messaggio: ${tidyLines(message ?? '') || 'Nessun messaggio aggiuntivo'}`,
  ].join('\n')
}

const COMPOSED = /^Corso di interesse: (.*)\nAzienda: (.*)\nMessaggio: ([\s\S]*)$/

/** A composed message taken apart again; one that a program composed otherwise is words alone. */
export function messageParts(message: string): {
  course: string | null
  company: string | null
  words: string
} {
  const [, course, company, words] = COMPOSED.exec(message) ?? []
  return { course: course ?? null, company: company ?? null, words: words ?? message }
}

/** Characters; mail programs take links of about 2,000, where a space is three and an accented letter six. */
const QUOTE_MAX = 1000

/** The letter that the office's own mail program begins: to whom, about what, and what they had written. */
export function replyLink({ name, surname, email, message }: Omit<Submission, 'phone'>): string {
  const { course, words } = messageParts(message)
  const characters = [...words]
  const shown = characters.slice(0, QUOTE_MAX).join('') + (characters.length > QUOTE_MAX ? '…' : '')
  const quoted = words ? ['Ci avevi scritto:', ...shown.split('\n').map((line) => `> ${line}`)] : []
  const body = [`Gentile ${`${name} ${surname}`.trim()},`, '', '', '', ...quoted]
  const subject = `Re: ${course ?? 'la tua richiesta'}`
  return `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.join('\r\n'))}`
}

/** Several lines as people mean them: each tidy, at most one empty line between two, none at the ends. */
export function tidyLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(tidy)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
