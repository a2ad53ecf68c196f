import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { data, href } from 'react-router'
import { isNewEmailTokenOf, readNewEmailTokenValue } from '../accounts/one-time-tokens.server'
import { fullName, personColumns } from '../accounts/people.sql'
import { emailAddressesOf, isNotDeleted } from '../accounts/queries.server'
import { isPersonId, type Staff } from '../accounts/rules'
import { SIGNED_IN_OUTCOMES } from '../accounts/sign-in-log/rules'
import { db } from '../database/client.server'
import { personNotes, profiles, signIns, verifications } from '../database/schema'
import { readOrRedirect } from '../http/toasts.server'
import { hasSecondFactor, isSignedIn } from './people.queries.server'

/** Returns what the page of a person says of the account; undefined for an unknown id or a deleted account. */
export async function personFacts(_staff: Staff, id: string) {
  if (!isPersonId(id)) return undefined
  const noteAuthor = alias(profiles, 'author')
  const [person] = await db
    .select({
      ...personColumns,
      emailVerified: profiles.emailVerified,
      role: profiles.role,
      invitedAt: profiles.invitedAt,
      hasSecondFactor,
      isSignedIn,
      createdAt: profiles.createdAt,
      updatedAt: profiles.updatedAt,
      note: personNotes.note,
      notedAt: personNotes.writtenAt,
      notedBy: fullName(noteAuthor),
    })
    .from(profiles)
    .leftJoin(personNotes, eq(personNotes.userId, profiles.id))
    .leftJoin(noteAuthor, eq(noteAuthor.id, personNotes.writtenBy))
    .where(and(eq(profiles.id, id), isNotDeleted))
  if (!person) return undefined
  const [[lastSignIn], [newEmailToken], emailAddresses] = await Promise.all([
    db
      .select({ at: signIns.createdAt })
      .from(signIns)
      .where(and(eq(signIns.userId, id), inArray(signIns.outcome, [...SIGNED_IN_OUTCOMES])))
      .orderBy(desc(signIns.id))
      .limit(1),
    db
      .select({ value: verifications.value })
      .from(verifications)
      .where(and(isNewEmailTokenOf(id), gt(verifications.expiresAt, sql`now()`)))
      .limit(1),
    emailAddressesOf(db, person, { proven: true }),
  ])
  return {
    ...person,
    /** The last sign-in of the log, which ends after its retention: null does not mean never. */
    lastSignInAt: lastSignIn?.at ?? null,
    /** The new e-mail that its owner has not confirmed yet; null without one. */
    offeredEmail: readNewEmailTokenValue(newEmailToken?.value).email || null,
    /** The e-mail of the person, then the former ones that the person had confirmed. */
    emailAddresses,
  }
}
export type PersonFacts = NonNullable<Awaited<ReturnType<typeof personFacts>>>

/** As `personFacts`; 404 for an unknown id. A fault of the database leads to the list of people. */
export async function personOr404(staff: Staff, id: string): Promise<PersonFacts> {
  const reading = personFacts(staff, id)
  const person = await readOrRedirect(href('/admin/people'), 'Impossibile caricare i dati', reading)
  if (!person) throw data(null, { status: 404 })
  return person
}
