import { isNotNull } from 'drizzle-orm'
import type { Admin } from '../accounts/rules'
import { db } from '../database/client.server'
import { outgoingMail } from '../database/schema'

export function undeliveredEmails(_admin: Admin): Promise<number> {
  return db.$count(outgoingMail, isNotNull(outgoingMail.failedAt))
}
