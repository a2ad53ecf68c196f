import type { Staff } from '../accounts/rules'
import { entriesAbout } from '../audit/queries.server'
import { contactsFrom } from '../contacts/admin/queries.server'
import { emailsTo } from '../mail/outbox.server'
import { messagesTo } from '../messages/queries.server'
import { personMessagesTo } from './message.queries.server'
import { type ThreadKind, threadOf } from './thread.rules'

/** The most items of the history, and of the entries, e-mails and messages that are read for it. */
const MOST_ITEMS = 12
/** The most entries of the log that are read for a history of one kind, since those of other kinds are left out. */
const MOST_ENTRIES_OF_A_KIND = 200
const MOST_CONTACTS = 5

/** Reads the history of a person. `kind`: to which it is narrowed, null for all kinds. */
export async function threadOfPerson(
  staff: Staff,
  { id, emailAddresses }: { id: string; emailAddresses: string[] },
  kind: ThreadKind | null,
) {
  const [entries, emails, editionMessages, personMessages, contacts] = await Promise.all([
    entriesAbout(staff, id, kind ? MOST_ENTRIES_OF_A_KIND : MOST_ITEMS),
    emailsTo(emailAddresses, MOST_ITEMS),
    messagesTo(staff, id, MOST_ITEMS),
    personMessagesTo(staff, id, MOST_ITEMS),
    contactsFrom(staff, emailAddresses, MOST_CONTACTS),
  ])
  const sources = { entries, emails, editionMessages, personMessages, contacts }
  return threadOf(id, sources, { kind, most: MOST_ITEMS })
}
