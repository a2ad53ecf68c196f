import type { AccountOutcome } from '../accounts/refusals.rules'
import { refuse } from '../runtime/outcome.rules'

/** Characters. */
export const PERSON_NOTE_MAX = 1000

/** A note, and the note that the form began with. */
export type WrittenPersonNote = { note: string; before: string }

/** A note that has changed since is not overwritten; an equal note is no change. */
export function mayNotePerson(note: string | null, written: WrittenPersonNote): AccountOutcome {
  return [written.before, written.note].includes(note ?? '') ? { ok: true } : refuse('note-changed')
}

/** `seen`: the last change that the form began with, in milliseconds since 1970. */
export function mayCorrect(person: { updatedAt: Date }, seen: number): AccountOutcome {
  return person.updatedAt.getTime() === seen ? { ok: true } : refuse('person-changed')
}
