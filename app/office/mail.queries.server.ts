import { and, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Staff } from '../accounts/rules'
import { db } from '../database/client.server'
import { outgoingMail } from '../database/schema'
import { containsText } from '../database/search.server'
import { canBeUndone } from '../enrolments/decisions.sql'
import { MAIL_TOPICS, type MailTopic } from '../mail/kinds.rules'
import { presentAddress } from '../mail/requeue.server'
import type { MailState } from '../mail/states.rules'

/** Messages per page. */
const MESSAGES_ON_A_PAGE = 50
/** Most recipients that an unfolded row lists: more than the 500 people to whom the office can write at once. */
const MOST_RECIPIENTS = 501

/**
 * A view of the list. `before`: only messages whose first e-mail has a lower id. `words`: one e-mail of the message has
 * each of them in addressee or subject. `state`: one e-mail of the message is in it. `topic`: what the message is
 * about.
 */
export type MailView = {
  before?: number | undefined
  words: readonly string[]
  state?: MailState | undefined
  topic?: MailTopic | undefined
}

/** All e-mails of a message, the first one too, in queries in which `outgoingMail` is one of them. */
const anyEmail = alias(outgoingMail, 'other')
const { id, kind, subject, createdAt, dueAt, sentAt, failedAt, message } = outgoingMail

/** SQL: whether `anyEmail` is in a state. */
const STATE_CONDITIONS = {
  queued: and(isNull(anyEmail.sentAt), isNull(anyEmail.failedAt)),
  sent: isNotNull(anyEmail.sentAt),
  undelivered: isNotNull(anyEmail.failedAt),
}

/**
 * SQL: the end of a subquery over the e-mails of a message. They have the alias `mail`, since Drizzle omits the table
 * of a column in a selected field.
 */
const fromEmailsOfMessage = sql`from ${outgoingMail} as mail where mail.message = ${outgoingMail}.message`

/**
 * SQL: the id of the decision that the message tells of, if it can be taken back: none of its e-mails was tried, and
 * all are of this message, since taking it back deletes them all; else null.
 */
const undoableDecision = sql<string | null>`case when ${canBeUndone(sql`${outgoingMail}.decision_id`)}
  and not exists (select from ${outgoingMail} as mail where mail.decision_id = ${outgoingMail}.decision_id
    and (mail.message <> ${outgoingMail}.message or mail.attempts > 0))
  then ${outgoingMail}.decision_id end`

/** SQL: whether an e-mail is the first one of its message. */
const isFirstOfMessage = sql`not exists (select from ${outgoingMail} as mail
  where mail.message = ${message} and mail.id < ${id})`

/** SQL: whether an e-mail is of the topic, and of a message of which one e-mail has all words. */
function isAbout({ words, topic }: Pick<MailView, 'words' | 'topic'>): SQL | undefined {
  const hasEveryWord = and(...words.map((word) => containsText(anyEmail.searchText, word)))
  return and(
    topic && inArray(kind, [...MAIL_TOPICS[topic].kinds]),
    hasEveryWord &&
      inArray(message, db.select({ message: anyEmail.message }).from(anyEmail).where(hasEveryWord)),
  )
}

/**
 * Lists the newest messages, each once for all its recipients. `id`, `to` and `dueAt` are those of its first e-mail.
 * `total`, `sent`, `undelivered`: numbers of its e-mails. `lastError`: one error among those of its e-mails that are
 * not sent. `presentAddress`: the address that the person has now. `older`: the `before` of the next page, if there is
 * one.
 */
export async function mailMessages(_staff: Staff, { before, words, state, topic }: MailView) {
  const rows = await db
    .select({
      id,
      subject,
      createdAt,
      dueAt,
      undoableDecision,
      to: { name: outgoingMail.toName, address: outgoingMail.toAddress },
      presentAddress: presentAddress(outgoingMail),
      total: sql<number>`(select count(*)::int ${fromEmailsOfMessage})`,
      sent: sql<number>`(select count(mail.sent_at)::int ${fromEmailsOfMessage})`,
      undelivered: sql<number>`(select count(mail.failed_at)::int ${fromEmailsOfMessage})`,
      lastError: sql<
        string | null
      >`(select max(mail.last_error) ${fromEmailsOfMessage} and mail.sent_at is null)`,
    })
    .from(outgoingMail)
    .where(
      and(
        isFirstOfMessage,
        before === undefined ? undefined : lt(id, before),
        isAbout({ words, topic }),
        state &&
          inArray(
            message,
            db.select({ message: anyEmail.message }).from(anyEmail).where(STATE_CONDITIONS[state]),
          ),
      ),
    )
    .orderBy(desc(id))
    .limit(MESSAGES_ON_A_PAGE + 1)
  const messages = rows.slice(0, MESSAGES_ON_A_PAGE)
  const older = rows.length > MESSAGES_ON_A_PAGE ? messages.at(-1)?.id : undefined
  return { messages, ...(older !== undefined && { older }) }
}
export type MailMessage = Awaited<ReturnType<typeof mailMessages>>['messages'][number]

/**
 * Counts the e-mails that wait to be sent and those that could not be delivered, of the messages of a view in any
 * state.
 */
export async function mailCounts(
  _staff: Staff,
  view: Pick<MailView, 'words' | 'topic'>,
): Promise<{ queued: number; undelivered: number }> {
  const [queued, undelivered] = await Promise.all([
    db.$count(outgoingMail, and(isNull(sentAt), isNull(failedAt), isAbout(view))),
    db.$count(outgoingMail, and(isNotNull(failedAt), isAbout(view))),
  ])
  return { queued, undelivered }
}

/** Lists the recipients of the message of an e-mail: those whose e-mail failed, then those whose e-mail waits. */
export function recipientsOfMessage(_staff: Staff, emailId: number) {
  const { toName, toAddress, sentAt, failedAt, lastError } = anyEmail
  return db
    .select({
      id: anyEmail.id,
      name: toName,
      address: toAddress,
      presentAddress: presentAddress(anyEmail),
      sentAt,
      failedAt,
      lastError,
    })
    .from(outgoingMail)
    .innerJoin(anyEmail, eq(anyEmail.message, message))
    .where(eq(id, emailId))
    .orderBy(sql`${failedAt} is null`, sql`${sentAt} is not null`, toName, anyEmail.id)
    .limit(MOST_RECIPIENTS)
}
export type MailRecipient = Awaited<ReturnType<typeof recipientsOfMessage>>[number]
