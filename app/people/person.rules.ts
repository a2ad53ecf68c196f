import type { AccountOutcome } from '../accounts/refusals.rules'
import { type Balance, type BalancedDue, dueName } from '../enrolments/dues/rules'
import { refuse } from '../runtime/outcome.rules'

/** Most characters of a note for colleagues. */
export const PERSON_NOTE_MAX = 1000

/** A note as typed, and the note with which its form was opened (`before`); '' for none. */
export type TypedPersonNote = { note: string; before: string }

/**
 * Refuses to overwrite a note that has changed since the form was opened, unless it already equals the typed one.
 * `storedNote`: null without one.
 */
export function mayNotePerson(storedNote: string | null, typed: TypedPersonNote): AccountOutcome {
  return [typed.before, typed.note].includes(storedNote ?? '') ? { ok: true } : refuse('note-changed')
}

/**
 * Refuses when the person has changed since the form was opened. `seenUpdatedAt`: `updatedAt` at that time, in
 * milliseconds since 1970.
 */
export function mayCorrectPerson(person: { updatedAt: Date }, seenUpdatedAt: number): AccountOutcome {
  return person.updatedAt.getTime() === seenUpdatedAt ? { ok: true } : refuse('person-changed')
}

/** A due that is not paid in full, in cents. `enrolment`: an id; `name`: 'la rata 2 di 3'; `course`: a title. */
export type UnpaidDue = BalancedDue & { enrolment: string; name: string; course: string }

/** Lists the dues of enrolments that are not paid in full, the earliest first. */
export function unpaidDues(
  enrolments: readonly { id: string; course: { title: string }; balance: Balance | undefined }[],
): UnpaidDue[] {
  return enrolments
    .flatMap(({ id, course, balance }) => {
      const dues = balance?.dues ?? []
      return dues
        .filter(({ state }) => state !== 'paid')
        .map((due) => ({ ...due, enrolment: id, name: dueName(due, dues.length), course: course.title }))
    })
    .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
}
