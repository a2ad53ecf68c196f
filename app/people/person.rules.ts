import type { AccountOutcome } from '../accounts/refusals.rules'
import { refuse } from '../runtime/outcome.rules'

/** Characters of a note. */
export const PERSON_NOTE_MAX = 1000

/** A note as typed, and the note with which its form was opened (`before`); '' for none. */
export type WrittenPersonNote = { note: string; before: string }

/** Refuses to overwrite a note that has changed since the form was opened, unless it already equals the typed one. */
export function mayNotePerson(note: string | null, written: WrittenPersonNote): AccountOutcome {
  return [written.before, written.note].includes(note ?? '') ? { ok: true } : refuse('note-changed')
}

/**
 * Refuses when the person has changed since the form was opened. `seen`: `updatedAt` at that time, in milliseconds
 * since 1970.
 */
export function mayCorrect(person: { updatedAt: Date }, seen: number): AccountOutcome {
  return person.updatedAt.getTime() === seen ? { ok: true } : refuse('person-changed')
}
