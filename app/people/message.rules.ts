import { explainAccountRefusal } from '../accounts/refusals.rules'
import { MESSAGE_LIMITS } from '../messages/rules'
import { OK, type Outcome, refuse } from '../runtime/outcome.rules'

const SENTENCES = {
  'no-subject': 'Scrivi l’oggetto',
  'no-text': 'Scrivi il messaggio',
  'long-text': `Il messaggio può avere al massimo ${MESSAGE_LIMITS.text} caratteri, l’oggetto ${MESSAGE_LIMITS.subject}`,
  'sent-twice': 'Questo messaggio è già in coda',
} as const

type Mistake = keyof typeof SENTENCES
export type PersonMessageRefusal = Mistake | 'unknown-person' | 'role-changed'
export type PersonMessageOutcome<Done extends object = object> = Outcome<PersonMessageRefusal, Done>

export function mayWrite({ subject, text }: { subject: string; text: string }): Outcome<Mistake> {
  if (!subject) return refuse('no-subject')
  if (!text) return refuse('no-text')
  const isLong = subject.length > MESSAGE_LIMITS.subject || text.length > MESSAGE_LIMITS.text
  return isLong ? refuse('long-text') : OK
}

const isMistake = (refusal: PersonMessageRefusal): refusal is Mistake => Object.hasOwn(SENTENCES, refusal)

export const explainPersonMessage = (refusal: PersonMessageRefusal): string =>
  isMistake(refusal) ? SENTENCES[refusal] : explainAccountRefusal(refuse(refusal))
