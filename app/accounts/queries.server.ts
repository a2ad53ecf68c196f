import { asc, eq } from 'drizzle-orm'
import { db } from '../database/client.server'
import { profiles } from '../database/schema'
import { type Admin, normalEmail } from './rules'

/** The person with this e-mail, for the office's enrol form; undefined if nobody has it. */
export async function personByEmail(_admin: Admin, email: string) {
  const [person] = await db
    .select({
      id: profiles.id,
      email: profiles.email,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
    })
    .from(profiles)
    .where(eq(profiles.email, normalEmail(email)))
  return person
}

/** Everybody by e-mail, for the user filter of the activity log. */
export async function peopleByEmail(_admin: Admin) {
  return db.select({ id: profiles.id, email: profiles.email }).from(profiles).orderBy(asc(profiles.email))
}
