import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { href } from 'react-router'
import type { Member } from '../../../accounts/rules'
import type { CalendarDay } from '../../../courses/ics.server'
import { minimumCondition } from '../../../courses/minimum.rules'
import { SEATED_STATES } from '../../../courses/seats.rules'
import { db } from '../../../database/client.server'
import { calendarFeeds, courseSessions, courses, decisions, postponements } from '../../../database/schema'
import { formatEuros } from '../../../italian/prices'
import { today } from '../../../runtime/clock'
import { env } from '../../../runtime/env.server'
import { isToken } from '../../../runtime/token.server'
import { dueColumns } from '../../dues/dues.server'
import { balancesOf } from '../../dues/queries.server'
import { type Balance, dueName, toEuros } from '../../dues/rules'
import { isVisibleToPayer } from '../../refund.sql'
import { enrolmentsReadBy } from '../own-enrolments.sql'
import { readableCancelledAt, readableConfirmedAt } from '../queries.server'

/** SQL: the decisions about the edition of a row of `courses` that gave it a version and were not undone. */
const editionDecisions = sql`${decisions} as edition_decision where edition_decision.course_id = ${courses}.id
  and edition_decision.course_version is not null and edition_decision.undone_at is null`

/** SQL: the version of a course before the decisions about its edition that the office can still take back. */
const readableVersion = sql<number>`coalesce((select min(edition_decision.course_version) - 1 from ${editionDecisions}
  and edition_decision.held_until > now()), ${courses.version})`

/**
 * SQL: when a course last changed, for programs that fetch its entries anew: a decision about its edition counts when
 * it is made, and again when it is final, since only then people read it.
 */
const readableUpdatedAt = sql`greatest(${courses.updatedAt}, (select max(edition_decision.held_until)
  from ${editionDecisions} and edition_decision.held_until <= now()))`.mapWith(courses.updatedAt)

/** The private address of this person's calendar; null while they have none. */
export async function feedAddress(member: Member): Promise<string | null> {
  const [feed] = await db
    .select({ token: calendarFeeds.token })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.userId, member.id))
  return feed ? `${env.publicOrigin}${href('/calendario/:token.ics', { token: feed.token })}` : null
}

/**
 * The calendar of a person. `courses`: those in which they have a seat, without deleted ones, by their first day, each
 * with its sessions, as they may read them while the office can still take decisions back (ADR 31); `dues`: the days by
 * which they have to pay for them. Undefined for an unknown token.
 */
export async function calendarWithToken(token: string) {
  const owner = await ownerOf(token)
  if (!owner) return undefined
  const ownEnrolments = enrolmentsReadBy(owner)
  const enrolments = await db
    .select({
      id: ownEnrolments.id,
      isLastDecisionOpen: ownEnrolments.isLastDecisionOpen,
      course: {
        id: courses.id,
        slug: courses.slug,
        title: courses.title,
        shortDescription: courses.shortDescription,
        location: courses.location,
        version: readableVersion,
        updatedAt: readableUpdatedAt,
        cancelledAt: readableCancelledAt,
      },
      terms: { ...dueColumns, confirmedAt: readableConfirmedAt },
    })
    .from(ownEnrolments)
    .innerJoin(courses, and(eq(courses.id, ownEnrolments.courseId), isNull(courses.archivedAt)))
    .where(and(isNull(ownEnrolments.endedAt), inArray(ownEnrolments.status, [...SEATED_STATES])))
    .orderBy(asc(courses.startDate), asc(courses.id))
  const ids = enrolments.map(({ course }) => course.id)
  const enrolmentsWithDues = enrolments.filter(
    ({ isLastDecisionOpen, terms }) => !isLastDecisionOpen && minimumCondition(terms, today()) === null,
  )
  const [sessions, formerSessions, balances] = await Promise.all([
    db
      .select()
      .from(courseSessions)
      .where(inArray(courseSessions.courseId, ids))
      .orderBy(asc(courseSessions.position)),
    sessionsBeforePostponement(ids),
    balancesOf(
      enrolmentsWithDues.map(({ id }) => id),
      isVisibleToPayer,
    ),
  ])
  return {
    courses: enrolments.map(({ course }) => ({
      ...course,
      sessions: formerSessions.get(course.id) ?? sessions.filter(({ courseId }) => courseId === course.id),
    })),
    dues: enrolmentsWithDues.flatMap(({ id, course }) => openDues(id, course, balances.get(id)?.dues ?? [])),
  }
}

/** The person whose calendar has this token; undefined for an unknown one. */
async function ownerOf(token: string): Promise<{ id: string } | undefined> {
  if (!isToken(token)) return undefined
  const [feed] = await db
    .select({ id: calendarFeeds.userId })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.token, token))
  return feed
}

/**
 * The days by which a person has to pay for an enrolment, with one entry for each due that is not paid in full.
 * `changedAt` is of the course, since dues store no moment.
 */
function openDues(
  enrolment: string,
  { title, updatedAt }: { title: string; updatedAt: Date },
  dues: Balance['dues'],
): CalendarDay[] {
  const url = env.publicOrigin + href('/dashboard/iscrizioni/:enrolment', { enrolment })
  return dues
    .filter(({ open }) => open > 0)
    .map((due) => ({
      uid: `${enrolment}-rata-${due.number}`,
      day: due.dueOn,
      summary: `Scade ${dueName(due, dues.length)}, ${formatEuros(toEuros(due.open))}: ${title}`,
      description: 'Come si paga:',
      url,
      changedAt: updatedAt,
    }))
}

/**
 * The sessions of courses before a postponement that can still be taken back, by course; before the first one if there
 * are several.
 */
async function sessionsBeforePostponement(courseIds: string[]) {
  const { courseId, sessionsBefore, createdAt, decisionId } = postponements
  const rows = await db
    .selectDistinctOn([courseId], { courseId, sessionsBefore })
    .from(postponements)
    .innerJoin(decisions, eq(decisions.id, decisionId))
    .where(and(inArray(courseId, courseIds), gt(decisions.heldUntil, sql`now()`)))
    .orderBy(courseId, createdAt)
  return new Map(rows.map((row) => [row.courseId, row.sessionsBefore]))
}
