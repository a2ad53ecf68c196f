import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { newEmailTokensOf } from '../accounts/one-time-tokens.server'
import { emailAddressesOf, isNotDeleted } from '../accounts/queries.server'
import { isPersonId, type Staff } from '../accounts/rules'
import { SIGNED_IN_OUTCOMES } from '../accounts/sign-in-log/rules'
import { db } from '../database/client.server'
import { personNotes, profiles, signIns, verifications } from '../database/schema'
import { hasSecondFactor, signedIn } from './people.queries.server'

/** What the page of a person says of the account; undefined for an unknown id or a deleted account. */
export async function personFacts(_staff: Staff, id: string) {
  if (!isPersonId(id)) return undefined
  const author = alias(profiles, 'author')
  const { firstName, lastName, email, emailVerified, phone, company, role, createdAt, updatedAt } = profiles
  const [person] = await db
    .select({
      ...{ id: profiles.id, firstName, lastName, email, emailVerified, phone, company, role },
      invitedAt: profiles.invitedAt,
      secondFactor: hasSecondFactor,
      signedIn,
      ...{ createdAt, updatedAt },
      note: personNotes.note,
      notedAt: personNotes.writtenAt,
      notedBy: sql<string | null>`${author.firstName} || ' ' || ${author.lastName}`,
    })
    .from(profiles)
    .leftJoin(personNotes, eq(personNotes.userId, profiles.id))
    .leftJoin(author, eq(author.id, personNotes.writtenBy))
    .where(and(eq(profiles.id, id), isNotDeleted))
  if (!person) return undefined
  const [[entered], [offer], addresses] = await Promise.all([
    db
      .select({ at: signIns.createdAt })
      .from(signIns)
      .where(and(eq(signIns.userId, id), inArray(signIns.outcome, [...SIGNED_IN_OUTCOMES])))
      .orderBy(desc(signIns.id))
      .limit(1),
    db
      .select({ value: verifications.value })
      .from(verifications)
      .where(and(newEmailTokensOf(id), gt(verifications.expiresAt, sql`now()`)))
      .limit(1),
    emailAddressesOf(db, person, { proven: true }),
  ])
  return {
    ...person,
    signedInAt: entered?.at ?? null,
    /** A new e-mail that its owner has not confirmed yet. */
    offeredEmail: offer?.value.split(' ')[1] ?? null,
    addresses,
  }
}
export type PersonFacts = NonNullable<Awaited<ReturnType<typeof personFacts>>>
