import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { matchesOfficeSearch } from '../../accounts/queries.server'
import type { Staff } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { keysetConditions, keysetPage, positionByMoment } from '../../database/keyset.server'
import { contactReplies, contactSubmissions, profiles } from '../../database/schema'
import { isId } from '../../parsing/text.rules'
import { messageParts } from '../rules'
import type { ContactFilter, InboxView } from './rules'

/** Messages on a page of the list. */
export const INBOX_PAGE_SIZE = 25

const { id, name, surname, email, phone, message, note, handledAt, createdAt, privacyVersion, searchText } =
  contactSubmissions

/** SQL: the beginning of a message, which is read for a list. */
const excerpt = sql<string>`left(${message}, 600)`

/** SQL: which messages each filter shows. */
const FILTER_CONDITIONS: Record<ContactFilter, SQL | undefined> = {
  nuove: isNull(handledAt),
  gestite: isNotNull(handledAt),
  tutte: undefined,
}

/**
 * The condition of a search for messages: every word is in name, e-mail, message or replies, or an e-mail or phone
 * number of the text belongs to the message. Undefined for an empty text.
 */
const matchesContactSearch = (text: string) =>
  matchesOfficeSearch(text, searchText, contactSubmissions.phoneDigits)

/**
 * Returns one page of messages, newest first, each with the parts of its excerpt (`messageParts`). `q`: what
 * `matchesContactSearch` looks for; `back`, `onward`: as in `keysetPage`.
 */
export async function contactsPage(_staff: Staff, { q, stato, dopo, prima }: InboxView) {
  const position = (row: string) => positionByMoment(createdAt, id, row)
  const bounds = { after: await position(dopo), before: await position(prima) }
  const { rows, ...pages } = await keysetPage(INBOX_PAGE_SIZE, bounds, async (from, limit) => {
    const { beyond, by } = keysetConditions(sql`(${createdAt}, ${id})`, from, { descending: true })
    const found = await db
      .select({ id, name, surname, email, note, handledAt, createdAt, excerpt })
      .from(contactSubmissions)
      .where(and(matchesContactSearch(q), FILTER_CONDITIONS[stato], beyond))
      .orderBy(by(createdAt), by(id))
      .limit(limit)
    return from.before ? found.reverse() : found
  })
  const contacts = rows.map(({ excerpt, ...row }) => ({ ...row, ...messageParts(excerpt) }))
  return { contacts, ...pages }
}

export type ListedContact = Awaited<ReturnType<typeof contactsPage>>['contacts'][number]

export async function contactById(_staff: Staff, contact: string) {
  if (!isId(contact)) return undefined
  const [row] = await db
    .select({ id, name, surname, email, phone, message, note, handledAt, createdAt, privacyVersion })
    .from(contactSubmissions)
    .where(eq(id, contact))
  return row
}

/** The replies to a message, oldest first. `by`: a name; null if the account is deleted. */
export function repliesTo(_staff: Staff, contact: string) {
  return db
    .select({
      id: contactReplies.id,
      text: contactReplies.text,
      createdAt: contactReplies.createdAt,
      by: sql<string | null>`${profiles.firstName} || ' ' || ${profiles.lastName}`,
    })
    .from(contactReplies)
    .leftJoin(profiles, eq(profiles.id, contactReplies.writtenBy))
    .where(eq(contactReplies.contactId, contact))
    .orderBy(asc(contactReplies.createdAt), asc(contactReplies.id))
}

const LISTED_COLUMNS = { id, name, surname, email, createdAt, handledAt }

/** Finds the newest messages for a text (`matchesContactSearch`). */
export const searchContacts = (_staff: Staff, text: string, limit: number) =>
  newestContacts(matchesContactSearch(text), limit)

/** Lists the newest messages from these e-mail addresses. */
export const contactsFrom = (_staff: Staff, emails: readonly string[], limit: number) =>
  newestContacts(inArray(email, [...emails]), limit)

function newestContacts(condition: SQL | undefined, limit: number) {
  return db
    .select(LISTED_COLUMNS)
    .from(contactSubmissions)
    .where(condition)
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
}

/** Finds the oldest unhandled message from these e-mail addresses; undefined without one. */
export async function oldestUnhandledContactFrom(_staff: Staff, emails: readonly string[]) {
  const [contact] = await db
    .select(LISTED_COLUMNS)
    .from(contactSubmissions)
    .where(and(inArray(email, [...emails]), isNull(handledAt)))
    .orderBy(asc(createdAt), asc(id))
    .limit(1)
  return contact
}

export function contactsToHandleCount(_staff: Staff): Promise<number> {
  return db.$count(contactSubmissions, FILTER_CONDITIONS.nuove)
}

/**
 * Lists the messages to handle, the oldest first, at most `limit`, each with the parts of its excerpt (`messageParts`).
 * `total`: how many there are.
 */
export async function oldestContactsToHandle(_staff: Staff, limit: number) {
  const total = sql<number>`(count(*) over ())::int`
  const rows = await db
    .select({
      id,
      name,
      surname,
      email,
      phone,
      createdAt,
      excerpt,
      total,
    })
    .from(contactSubmissions)
    .where(FILTER_CONDITIONS.nuove)
    .orderBy(asc(createdAt), asc(id))
    .limit(limit)
  return {
    total: rows[0]?.total ?? 0,
    contacts: rows.map(({ total, excerpt, ...row }) => ({ ...row, ...messageParts(excerpt) })),
  }
}
