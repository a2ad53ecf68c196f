import { explainAccountRefusal } from '../accounts/refusals.rules'
import { MESSAGE_LIMITS } from '../messages/rules'
import { OK, type Outcome, refuse } from '../runtime/outcome.rules'

const SENTENCES = {
  'no-subject': 'Scrivi l’oggetto',
  'no-text': 'Scrivi il messaggio',
  'long-text': `Il messaggio può avere al massimo ${MESSAGE_LIMITS.text} caratteri, l’oggetto ${MESSAGE_LIMITS.subject}`,
  'sent-twice': 'Questo messaggio è già in coda',
} as const

/** Refusals that this file explains; the others are those of accounts. */
type TextRefusal = keyof typeof SENTENCES
export type PersonMessageRefusal = TextRefusal | 'unknown-person' | 'role-changed'
export type PersonMessageOutcome<Done extends object = object> = Outcome<PersonMessageRefusal, Done>

/** Whether a message to one person has an allowed subject and text. */
export function mayWriteToPerson({ subject, text }: { subject: string; text: string }): Outcome<TextRefusal> {
  if (!subject) return refuse('no-subject')
  if (!text) return refuse('no-text')
  const isLong = subject.length > MESSAGE_LIMITS.subject || text.length > MESSAGE_LIMITS.text
  return isLong ? refuse('long-text') : OK
}

const isTextRefusal = (refusal: PersonMessageRefusal): refusal is TextRefusal =>
  Object.hasOwn(SENTENCES, refusal)

export const explainPersonMessageRefusal = (refusal: PersonMessageRefusal): string =>
  isTextRefusal(refusal) ? SENTENCES[refusal] : explainAccountRefusal(refuse(refusal))
