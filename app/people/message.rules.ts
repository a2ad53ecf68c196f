import { explainAccountRefusal } from '../accounts/refusals.rules'
import { MESSAGE_LIMITS } from '../messages/rules'
import { OK, type Outcome, refuse } from '../runtime/outcome.rules'

const SENTENCES = {
  'no-subject': 'Scrivi l’oggetto',
  'no-text': 'Scrivi il messaggio',
  'long-text': `Il messaggio può avere al massimo ${MESSAGE_LIMITS.text} caratteri, l’oggetto ${MESSAGE_LIMITS.subject}`,
  'sent-twice': 'Questo messaggio è già in coda',
} as const

/** Refusals of a subject or text, and of a message that was sent before. */
type MessageRefusal = keyof typeof SENTENCES
/** All refusals of a message to one person; those about the people are explained by `explainAccountRefusal`. */
export type PersonMessageRefusal = MessageRefusal | 'unknown-person' | 'role-changed'
export type PersonMessageOutcome<Done extends object = object> = Outcome<PersonMessageRefusal, Done>

/** Whether a message to one person has a subject and a text, and both are short enough. */
export function mayWriteToPerson({
  subject,
  text,
}: {
  subject: string
  text: string
}): Outcome<MessageRefusal> {
  if (!subject) return refuse('no-subject')
  if (!text) return refuse('no-text')
  const isLong = subject.length > MESSAGE_LIMITS.subject || text.length > MESSAGE_LIMITS.text
  return isLong ? refuse('long-text') : OK
}

const isMessageRefusal = (refusal: PersonMessageRefusal): refusal is MessageRefusal =>
  Object.hasOwn(SENTENCES, refusal)

export const explainPersonMessageRefusal = (refusal: PersonMessageRefusal): string =>
  isMessageRefusal(refusal) ? SENTENCES[refusal] : explainAccountRefusal(refuse(refusal))
