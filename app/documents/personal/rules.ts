import { href } from 'react-router'
import type { EnrolmentState } from '../../enrolments/rules'

/** What a personal document is: a certificate, a contract, a letter, or another one. */
export const PERSONAL_KINDS = ['attestato', 'contratto', 'lettera', 'altro'] as const
export type PersonalKind = (typeof PERSONAL_KINDS)[number]

/** `name`: in the words of the office; `yours`: in those of the person's pages and e-mails. */
const LABELS: Record<PersonalKind, { name: string; yours: string }> = {
  attestato: { name: 'Attestato', yours: 'Il tuo attestato' },
  contratto: { name: 'Contratto', yours: 'Il tuo contratto' },
  lettera: { name: 'Lettera', yours: 'Una lettera per te' },
  altro: { name: 'Documento', yours: 'Un documento per te' },
}
/** The kind of a document in words, for the office. */
export const kindLabel = (kind: PersonalKind) => LABELS[kind].name
/** The kind of a document in words, for its person. */
export const kindForPerson = (kind: PersonalKind) => LABELS[kind].yours

/** Reads a kind of document; an unknown word is the most general kind. */
export function personalKindFrom(text: string): PersonalKind {
  return PERSONAL_KINDS.find((kind) => kind === text) ?? 'altro'
}

/** The kind that the form proposes for an enrolment in this state. */
export const usualKind = (state: EnrolmentState): PersonalKind =>
  state === 'completed' ? 'attestato' : 'contratto'

/** The address of a personal document. */
export const personalDocumentAddress = (id: string) => href('/dashboard/documenti/:file', { file: id })
