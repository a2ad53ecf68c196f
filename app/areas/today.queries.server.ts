import { desc, isNotNull } from 'drizzle-orm'
import type { Admin } from '../accounts/rules'
import { db } from '../database/client.server'
import { contactSubmissions, outgoingMail } from '../database/schema'

const CONTACTS_SHOWN = 3

/** How many letters could not be delivered at all. */
export function undeliveredMail(_admin: Admin): Promise<number> {
  return db.$count(outgoingMail, isNotNull(outgoingMail.failedAt))
}

/** The visitors who wrote last. */
export function newestContacts(_admin: Admin) {
  const { id, name, surname, email, createdAt } = contactSubmissions
  return db
    .select({ id, name, surname, email, createdAt })
    .from(contactSubmissions)
    .orderBy(desc(createdAt), desc(id))
    .limit(CONTACTS_SHOWN)
}
