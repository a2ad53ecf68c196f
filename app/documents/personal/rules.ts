import { href } from 'react-router'
import type { EnrolmentState } from '../../enrolments/rules'

/** What a personal document is: a certificate, a contract, a letter, or another one. */
export const PERSONAL_KINDS = ['attestato', 'contratto', 'lettera', 'altro'] as const
export type PersonalKind = (typeof PERSONAL_KINDS)[number]

/** Each kind in the words of the office, and in those of the person's pages and e-mails. */
const LABELS: Record<PersonalKind, { forOffice: string; forPerson: string }> = {
  attestato: { forOffice: 'Attestato', forPerson: 'Il tuo attestato' },
  contratto: { forOffice: 'Contratto', forPerson: 'Il tuo contratto' },
  lettera: { forOffice: 'Lettera', forPerson: 'Una lettera per te' },
  altro: { forOffice: 'Documento', forPerson: 'Un documento per te' },
}
/** The kind of a document in words, for the office. */
export const kindLabel = (kind: PersonalKind) => LABELS[kind].forOffice
/** The kind of a document in words, for its person. */
export const kindForPerson = (kind: PersonalKind) => LABELS[kind].forPerson

/** Reads a kind of document; an unknown word is 'altro'. */
export function personalKindFrom(text: string): PersonalKind {
  return PERSONAL_KINDS.find((kind) => kind === text) ?? 'altro'
}

/** The kind that the form proposes for an enrolment in this state. */
export const usualKind = (state: EnrolmentState): PersonalKind =>
  state === 'completed' ? 'attestato' : 'contratto'

/** The address of a personal document. */
export const personalDocumentAddress = (id: string) => href('/dashboard/documenti/:file', { file: id })
