import { eq, sql } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { changes, noteChange } from '../../audit/rules'
import { inTransaction, type Transaction } from '../../database/client.server'
import { contactReplies, contactSubmissions } from '../../database/schema'
import { enqueueEmail, type RenderedEmail, renderEmail } from '../../mail/outbox.server'
import { isId } from '../../parsing/text.rules'
import { env } from '../../runtime/env.server'
import { OK, refuse } from '../../runtime/outcome.rules'
import { contactReply } from '../emails'
import { tidyLines } from '../rules'
import { contactById } from './queries.server'
import {
  type ContactOutcome,
  mayHandle,
  mayNoteContact,
  mayReopen,
  mayReply,
  type WrittenNote,
} from './rules'

type Contact = typeof contactSubmissions.$inferSelect
/** The column that a step changes; {} for none. */
type ContactChange = { handledAt?: Date | null }
/** `id`: the key of the form, which becomes that of the row. */
type Reply = { id: string; text: string; email: RenderedEmail }

/** Marks a message as handled. `written`: the note of the same form, which is saved too. */
export function handleContact(
  staff: Staff,
  contactId: string,
  written?: WrittenNote,
): Promise<ContactOutcome> {
  return changeContact(staff, contactId, written, mayHandle, () => ({ handledAt: new Date() }))
}

/** Marks a handled message as to handle. `written`: the note of the same form, which is saved too. */
export function reopenContact(
  staff: Staff,
  contactId: string,
  written?: WrittenNote,
): Promise<ContactOutcome> {
  return changeContact(staff, contactId, written, mayReopen, () => ({ handledAt: null }))
}

/** Saves the note about a message; an empty note deletes the stored one. */
export function noteContact(staff: Staff, contactId: string, written: WrittenNote): Promise<ContactOutcome> {
  return changeContact(
    staff,
    contactId,
    written,
    () => OK,
    () => ({}),
  )
}

/**
 * Mails a reply to the sender, keeps it and marks the message as handled. `key`: identifies the form: sent twice, it
 * mails nothing more. `written`: the note of the same form, which is saved too.
 */
export async function replyToContact(
  staff: Staff,
  contactId: string,
  { key, text }: { key: string; text: string },
  written?: WrittenNote,
): Promise<ContactOutcome> {
  const tidyText = tidyLines(text)
  const allowed = mayReply(tidyText)
  if (!allowed.ok) return allowed
  const contact = isId(key) ? await contactById(staff, contactId) : undefined
  if (!contact) return refuse('unknown-contact')
  const email = await renderEmail(contactReply(contact, tidyText, env.officeEmail))
  const handleOnce = ({ handledAt }: Contact) => (handledAt ? {} : { handledAt: new Date() })
  return changeContact(staff, contactId, written, () => OK, handleOnce, { id: key, text: tidyText, email })
}

/**
 * Changes a locked message as `changeOf` says, saves a note and mails a reply, and logs them. `may`: refuses the
 * change; `written`: the typed note. Does nothing for a reply that is stored already.
 */
async function changeContact(
  staff: Staff,
  id: string,
  written: WrittenNote | undefined,
  may: (contact: Contact) => ContactOutcome,
  changeOf: (contact: Contact) => ContactChange,
  reply?: Reply,
): Promise<ContactOutcome> {
  if (!isId(id)) return refuse('unknown-contact')
  const isContact = eq(contactSubmissions.id, id)
  return inTransaction(async (tx) => {
    const [contact] = await tx.select().from(contactSubmissions).where(isContact).for('update')
    if (!contact) return refuse('unknown-contact')
    if (reply && (await isStored(tx, reply))) return OK
    const outcomes = [may(contact), written ? mayNoteContact(contact, written) : OK]
    const refused = outcomes.find(({ ok }) => !ok)
    if (refused) return refused

    const contactChange = changeOf(contact)
    const note = written ? written.note || null : contact.note
    const noteDetails = noteChange(contact.note, note)
    const details = {
      ...('handledAt' in contactChange && changes(contact, contactChange)),
      ...(noteDetails && { note: noteDetails }),
      ...(reply && { reply: 'sent' as const }),
    }
    if (Object.keys(details).length === 0) return OK
    await tx
      .update(contactSubmissions)
      .set({ ...contactChange, note })
      .where(isContact)
    if (reply) await storeAndMailReply(tx, staff, id, reply)
    await record(tx, staff, { action: 'update', entity: 'contact_submissions', id, details })
    return OK
  })
}

const isStored = async (tx: Transaction, { id }: Reply) =>
  (await tx.$count(contactReplies, eq(contactReplies.id, id))) > 0

async function storeAndMailReply(
  tx: Transaction,
  staff: Staff,
  contactId: string,
  { id, text, email }: Reply,
) {
  await tx.insert(contactReplies).values({ id, contactId, text, writtenBy: staff.id })
  // Beside the message, so that one index searches both.
  await tx
    .update(contactSubmissions)
    .set({ repliesText: sql`${contactSubmissions.repliesText} || ' ' || ${text}` })
    .where(eq(contactSubmissions.id, contactId))
  await enqueueEmail(tx, email)
}
