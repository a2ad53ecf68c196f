import { and, asc, desc, eq, inArray, isNull, notLike, sql } from 'drizzle-orm'
import { inOrderOfNames } from '../accounts/people.sql'
import type { Staff } from '../accounts/rules'
import { isOffered, isOnWaitingList } from '../courses/seats.sql'
import { db } from '../database/client.server'
import {
  balances,
  courses,
  decisionRows,
  decisions,
  editionMessages,
  mailAttachments,
  outgoingMail,
  profiles,
  userCourses,
} from '../database/schema'
import { PARTICIPANT_STATES } from '../editions/queries.server'
import { isDueLate } from '../enrolments/balances.sql'
import { holdsSeat, isLive, newDatesAnswer } from '../enrolments/enrolments.sql'
import { isId } from '../parsing/text.rules'
import { today } from '../runtime/clock'
import type { Recipient } from './rules'

/** A limit of rows, above the number of people of any edition. */
const MOST_ROWS = 1_000

/**
 * The people of an edition who can get a message, by name: enrolments that have not ended, without deleted accounts.
 */
export async function possibleRecipientsOf(_staff: Staff, courseId: string): Promise<Recipient[]> {
  const { id, status, admittedAt } = userCourses
  return db
    .select({
      id,
      status,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      isAdmitted: sql<boolean>`${admittedAt} is not null`,
      isOnWaitingList: sql<boolean>`${isOnWaitingList(userCourses)}`,
      isOffered: isOffered(userCourses),
      hasLateDue: sql<boolean>`coalesce(${and(isDueLate(today()), holdsSeat)}, false)`,
      hasNotAnswered: sql<boolean>`(${inArray(status, [...PARTICIPANT_STATES])} and coalesce(${newDatesAnswer} = 'aperta', false))`,
    })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .leftJoin(balances, eq(balances.enrolmentId, userCourses.id))
    .where(and(eq(userCourses.courseId, courseId), isLive, notLike(profiles.email, '%.invalid')))
    .orderBy(...inOrderOfNames, asc(id))
    .limit(MOST_ROWS)
}

/** The files with these ids that this member of staff has added, in the order of the ids. */
export async function attachmentsOf(staff: Staff, ids: readonly string[]) {
  const { id, fileName, fileSize, addedBy } = mailAttachments
  const validIds = ids.filter(isId)
  if (validIds.length === 0) return []
  const rows = await db
    .select({ id, fileName, fileSize })
    .from(mailAttachments)
    .where(and(inArray(id, validIds), eq(addedBy, staff.id)))
  return validIds.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}
export type Attachment = Awaited<ReturnType<typeof attachmentsOf>>[number]

/** Subject and text of a message of an edition, for a form that begins as a copy; undefined if there is none. */
export async function messageById(_staff: Staff, courseId: string, id: string) {
  if (!isId(id)) return undefined
  const { decisionId, subject, text } = editionMessages
  const [message] = await db
    .select({ subject, text })
    .from(editionMessages)
    .where(and(eq(decisionId, id), eq(editionMessages.courseId, courseId)))
  return message
}

/** The name of the author, where `profiles` is joined by the actor of the decision; null if the account is deleted. */
const authorName = sql<string | null>`${profiles.firstName} || ' ' || ${profiles.lastName}`

/** How many recipients are named for each message. */
const RECIPIENTS_NAMED = 30

type RecipientDelivery = {
  name: string
  state: 'sent' | 'queued' | 'undelivered' | null
  error: string | null
}

/**
 * The messages of an edition, newest first: author, counts of e-mails by outcome, and at most `RECIPIENTS_NAMED`
 * recipients, first those whose e-mail was not delivered. `attachments`: names of the files; `undoneAt`: when the
 * message was taken back, null if it was not; `people`: how many recipients there are; `state` of a recipient: null if
 * the e-mail has been deleted, or went to a former address of the person; `error`: why the last attempt to deliver it
 * failed.
 */
export async function messagesOf(_staff: Staff, courseId: string) {
  const { decisionId, subject, text, attachments, createdAt } = editionMessages
  const state = sql`case when mail.sent_at is not null then 'sent' when mail.failed_at is not null then 'undelivered'
    when mail.id is not null then 'queued' end`
  const countEmails = (condition: string) =>
    sql<number>`(select count(*)::int from ${outgoingMail} as mail where mail.decision_id = ${decisionId} and ${sql.raw(condition)})`
  return db
    .select({
      id: decisionId,
      subject,
      text,
      attachments,
      createdAt,
      by: authorName,
      undoneAt: decisions.undoneAt,
      people: sql<number>`(select count(*)::int from ${decisionRows} as notified where notified.decision_id = ${decisionId})`,
      delivered: countEmails('mail.sent_at is not null'),
      queued: countEmails('mail.sent_at is null and mail.failed_at is null'),
      undelivered: countEmails('mail.failed_at is not null'),
      recipients: sql<RecipientDelivery[]>`(
        select coalesce(json_agg(recipient), '[]') from (
          select person.first_name || ' ' || person.last_name as name, ${state} as state, mail.last_error as error
          from ${decisionRows} as notified join ${profiles} as person on person.id = notified.user_id
            left join ${outgoingMail} as mail on mail.decision_id = notified.decision_id and mail.to_address = person.email
          where notified.decision_id = ${decisionId}
          order by ${state} is distinct from 'undelivered', person.last_name collate "und-x-icu", person.first_name collate "und-x-icu"
          limit ${RECIPIENTS_NAMED}::int) as recipient)`,
    })
    .from(editionMessages)
    .innerJoin(decisions, eq(decisions.id, decisionId))
    .leftJoin(profiles, eq(profiles.id, decisions.actorId))
    .where(eq(editionMessages.courseId, courseId))
    .orderBy(desc(createdAt), desc(decisionId))
    .limit(MOST_ROWS)
}
export type SentMessage = Awaited<ReturnType<typeof messagesOf>>[number]

/** The newest messages to a person, delivered or not, with their author; without messages that were taken back. */
export function messagesTo(_staff: Staff, personId: string, limit: number) {
  const { decisionId, courseId, subject, createdAt } = editionMessages
  return db
    .select({
      id: decisionId,
      courseId,
      subject,
      createdAt,
      course: courses.title,
      archivedAt: courses.archivedAt,
      by: authorName,
    })
    .from(decisionRows)
    .innerJoin(editionMessages, eq(decisionId, decisionRows.decisionId))
    .innerJoin(decisions, and(eq(decisions.id, decisionId), isNull(decisions.undoneAt)))
    .innerJoin(courses, eq(courses.id, courseId))
    .leftJoin(profiles, eq(profiles.id, decisions.actorId))
    .where(eq(decisionRows.userId, personId))
    .orderBy(desc(createdAt), desc(decisionId))
    .limit(limit)
}
