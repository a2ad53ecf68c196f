import { eq, sql } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { changes, noteChange } from '../../audit/rules'
import { inTransaction } from '../../database/client.server'
import { contactReplies, contactSubmissions } from '../../database/schema'
import { enqueueEmail, type RenderedEmail, renderEmail } from '../../mail/outbox.server'
import { isId } from '../../parsing/text.rules'
import { env } from '../../runtime/env.server'
import { OK, refuse } from '../../runtime/outcome.rules'
import { contactReply } from '../emails'
import { tidyLines } from '../rules'
import { contactById } from './queries.server'
import { type ContactOutcome, mayNoteContact, mayReplyToContact, type TypedContactNote } from './rules'

/**
 * What changes about a message. `isHandled`: whether it is handled from now on; one that a colleague has handled
 * meanwhile keeps its moment. `typedNote`: the note of the same form, which is saved too; an empty note deletes the
 * stored one.
 */
type ContactChange = {
  isHandled?: boolean
  typedNote: TypedContactNote | undefined
  reply?: Reply
}
/**
 * `id`: the key of the form, which becomes the id of the row. `shownReplies`: the number of earlier replies that the
 * form showed.
 */
type Reply = { id: string; text: string; email: RenderedEmail; shownReplies: number }

/** Marks a message as handled. */
export const handleContact = (staff: Staff, contactId: string, typedNote?: TypedContactNote) =>
  changeContact(staff, contactId, { isHandled: true, typedNote })

/** Marks a message as to handle. */
export const reopenContact = (staff: Staff, contactId: string, typedNote?: TypedContactNote) =>
  changeContact(staff, contactId, { isHandled: false, typedNote })

/** Saves the note about a message. */
export const noteContact = (staff: Staff, contactId: string, typedNote?: TypedContactNote) =>
  changeContact(staff, contactId, { typedNote })

/**
 * Mails a reply to the sender, stores it and marks the message as handled. `key`: the UUID of the opened form, so
 * that a form that is sent twice mails one reply. `shownReplies`: the number of earlier replies that the form showed;
 * refuses when a colleague has replied since. `typedNote`: the note of the same form, which is saved too.
 */
export async function replyToContact(
  staff: Staff,
  contactId: string,
  { key, text, shownReplies }: { key: string; text: string; shownReplies: number },
  typedNote?: TypedContactNote,
): Promise<ContactOutcome> {
  const tidyText = tidyLines(text)
  const allowed = mayReplyToContact(tidyText)
  if (!allowed.ok) return allowed
  const contact = isId(key) ? await contactById(staff, contactId) : undefined
  if (!contact) return refuse('unknown-contact')
  const email = await renderEmail(contactReply(contact, tidyText, env.officeEmail))
  const reply = { id: key, text: tidyText, email, shownReplies }
  return changeContact(staff, contactId, { isHandled: true, typedNote, reply })
}

/**
 * Locks a message, changes it, mails the reply, if any, and logs what changed. Refuses a note that may not be saved, and
 * a reply beside one that its author has not seen. Does nothing if the reply is stored already.
 */
async function changeContact(
  staff: Staff,
  id: string,
  { isHandled, typedNote, reply }: ContactChange,
): Promise<ContactOutcome> {
  if (!isId(id)) return refuse('unknown-contact')
  const isContact = eq(contactSubmissions.id, id)
  return inTransaction(async (tx) => {
    const [contact] = await tx.select().from(contactSubmissions).where(isContact).for('update')
    if (!contact) return refuse('unknown-contact')
    if (reply) {
      const stored = await tx
        .select({ id: contactReplies.id })
        .from(contactReplies)
        .where(eq(contactReplies.contactId, id))
      if (stored.some((earlier) => earlier.id === reply.id)) return OK
      if (stored.length > reply.shownReplies) return refuse('replied-meanwhile')
    }
    const allowed = typedNote ? mayNoteContact(contact, typedNote) : OK
    if (!allowed.ok) return allowed

    const note = typedNote ? typedNote.note || null : contact.note
    const noteDetails = noteChange(contact.note, note)
    const isStep = isHandled !== undefined && isHandled !== (contact.handledAt !== null)
    const step = isStep ? { handledAt: isHandled ? new Date() : null } : {}
    const details = {
      ...(isStep && changes(contact, step)),
      ...(noteDetails && { note: noteDetails }),
      ...(reply && { reply: 'sent' as const }),
    }
    if (Object.keys(details).length === 0) return OK
    await tx
      .update(contactSubmissions)
      .set({ ...step, note })
      .where(isContact)
    if (reply) {
      const { text, email } = reply
      await tx.insert(contactReplies).values({ id: reply.id, contactId: id, text, writtenBy: staff.id })
      // The text of all replies is stored beside the message too, so that one index searches both.
      await tx
        .update(contactSubmissions)
        .set({ repliesText: sql`${contactSubmissions.repliesText} || ' ' || ${text}` })
        .where(isContact)
      await enqueueEmail(tx, email)
    }
    await record(tx, staff, { action: 'update', entity: 'contact_submissions', id, details })
    return OK
  })
}
