import { eq } from 'drizzle-orm'
import type { Admin } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { changes } from '../../audit/rules'
import { inTransaction } from '../../database/client.server'
import { contactSubmissions } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { type Decision, mayHandle, mayNote, mayReopen, OK, refuse, type Written } from './rules'

type Contact = typeof contactSubmissions.$inferSelect

/** Marks a message as handled. A note of the same form is saved too. */
export function handleContact(admin: Admin, contactId: string, written?: Written): Promise<Decision> {
  return change(admin, contactId, written, mayHandle, { handledAt: new Date() })
}

/** Marks a message as open again. */
export function reopenContact(admin: Admin, contactId: string, written?: Written): Promise<Decision> {
  return change(admin, contactId, written, mayReopen, { handledAt: null })
}

/** Saves a note; an empty note deletes it. */
export function noteContact(admin: Admin, contactId: string, written: Written): Promise<Decision> {
  return change(admin, contactId, written, () => OK, {})
}

async function change(
  admin: Admin,
  id: string,
  written: Written | undefined,
  may: (contact: Contact) => Decision,
  step: { handledAt?: Date | null },
): Promise<Decision> {
  if (!isId(id)) return refuse('unknown-contact')
  const mine = eq(contactSubmissions.id, id)
  return inTransaction(async (tx) => {
    const [contact] = await tx.select().from(contactSubmissions).where(mine).for('update')
    if (!contact) return refuse('unknown-contact')
    const decisions = [may(contact), written ? mayNote(contact, written) : OK]
    const refused = decisions.find(({ ok }) => !ok)
    if (refused) return refused

    const note = written ? written.note || null : contact.note
    const told = noteInLog(contact.note, note)
    const details = { ...('handledAt' in step && changes(contact, step)), ...(told && { note: told }) }
    if (Object.keys(details).length === 0) return OK
    await tx
      .update(contactSubmissions)
      .set({ ...step, note })
      .where(mine)
    await record(tx, admin, { action: 'update', entity: 'contact_submissions', id, details })
    return OK
  })
}

/** The log cannot be erased, so it holds no words about a person. */
function noteInLog(before: string | null, after: string | null): string | undefined {
  if (before === after) return undefined
  if (before === null) return 'aggiunta'
  return after === null ? 'tolta' : 'modificata'
}
