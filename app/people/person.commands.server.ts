import { and, eq } from 'drizzle-orm'
import { lockPersonFor } from '../accounts/people.server'
import type { AccountOutcome } from '../accounts/refusals.rules'
import { type ProfileFacts, profileFrom, type Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { changes, noteChange } from '../audit/rules'
import { inTransaction } from '../database/client.server'
import { personNotes, profiles, signUps } from '../database/schema'
import { mayCorrectPerson, mayNotePerson, type TypedPersonNote } from './person.rules'

/**
 * Corrects names, phone and company of a person; nothing happens if they are stored already. Sign-ups with the names of
 * the unconfirmed profile get the corrected ones, so that a confirmation does not bring back the old. Refuses when the
 * person has changed since the form was opened. `seenUpdatedAt`: `updatedAt` at that time, in milliseconds since 1970.
 */
export async function correctPerson(
  staff: Staff,
  personId: string,
  facts: ProfileFacts,
  seenUpdatedAt: number,
): Promise<AccountOutcome> {
  const after = profileFrom(facts)
  return inTransaction(async (tx) => {
    const locked = await lockPersonFor(tx, staff, personId)
    if (!locked.ok) return locked
    const details = changes(locked.person, after)
    if (Object.keys(details.new).length === 0) return { ok: true }
    const allowed = mayCorrectPerson(locked.person, seenUpdatedAt)
    if (!allowed.ok) return allowed
    await tx
      .update(profiles)
      .set({ ...after, updatedAt: new Date() })
      .where(eq(profiles.id, personId))
    const { firstName, lastName } = locked.person
    const hasOldNames = and(eq(signUps.firstName, firstName), eq(signUps.lastName, lastName))
    await tx
      .update(signUps)
      .set({ firstName: after.firstName, lastName: after.lastName })
      .where(and(eq(signUps.userId, personId), hasOldNames))
    await record(tx, staff, { action: 'update', entity: 'profiles', id: personId, details })
    return { ok: true }
  })
}

/**
 * Saves the note for colleagues about a person; an empty note deletes it. Refuses to overwrite a note that has changed
 * since the form was opened.
 */
export async function notePerson(
  staff: Staff,
  personId: string,
  typed: TypedPersonNote,
): Promise<AccountOutcome> {
  return inTransaction(async (tx) => {
    const locked = await lockPersonFor(tx, staff, personId)
    if (!locked.ok) return locked
    const isAboutPerson = eq(personNotes.userId, personId)
    const [storedNote] = await tx.select().from(personNotes).where(isAboutPerson)
    const before = storedNote?.note ?? null
    const allowed = mayNotePerson(before, typed)
    if (!allowed.ok) return allowed
    const note = noteChange(before, typed.note || null)
    if (!note) return { ok: true }

    const row = { note: typed.note, writtenBy: staff.id, writtenAt: new Date() }
    if (!typed.note) await tx.delete(personNotes).where(isAboutPerson)
    else
      await tx
        .insert(personNotes)
        .values({ userId: personId, ...row })
        .onConflictDoUpdate({ target: personNotes.userId, set: row })
    await record(tx, staff, { action: 'update', entity: 'profiles', id: personId, details: { note } })
    return { ok: true }
  })
}
