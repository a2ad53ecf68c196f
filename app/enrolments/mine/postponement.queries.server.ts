import { and, desc, eq, gte, or, type SQL, sql } from 'drizzle-orm'
import { isNotDeleted } from '../../accounts/queries.server'
import type { Member, Staff } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { courses, postponementAnswers, postponements, profiles, userCourses } from '../../database/schema'
import { writeSessions } from '../../parsing/sessions.rules'
import { isId } from '../../parsing/text.rules'
import {
  isAskedAboutNewDates,
  isPostponementFinal,
  joinedBeforePostponement,
  newDatesDeadlinesWhere,
} from '../new-dates.queries.server'
import { enrolmentsReadBy } from './own-enrolments.sql'
import { readableStartDate } from './queries.server'

/**
 * The question about new dates that a member is asked for an enrolment; undefined without one, and while the office can
 * take back the last postponement. `answerBy`: the last day to answer, which may be past; `stays`: the answer so far,
 * null without one, false of a departure that the office has taken back; `sessionsBefore`: the former sessions as lines
 * of text.
 */
export async function newDatesQuestionFor(member: Member, enrolmentId: string) {
  const question = await readNewDatesQuestion(enrolmentId, eq(userCourses.userId, member.id))
  return question?.isFinal ? question : undefined
}

/**
 * As `newDatesQuestionFor`, of anybody's enrolment, for the office, which enters an answer given by telephone. Without
 * `isFinal` the office can still take the postponement back, and nobody answers it yet.
 */
export function newDatesQuestionOf(_staff: Staff, enrolmentId: string) {
  return readNewDatesQuestion(enrolmentId)
}

/** As `newDatesQuestionFor`. `isOwn`: condition that the enrolment is the member's; undefined for the office. */
async function readNewDatesQuestion(enrolmentId: string, isOwn?: SQL) {
  if (!isId(enrolmentId)) return undefined
  const { decisionId, courseId, answerBy, sessionsBefore, createdAt } = postponements
  const [row] = await db
    .select({ answerBy, sessionsBefore, stays: postponementAnswers.stays, isFinal: isPostponementFinal })
    .from(userCourses)
    .innerJoin(postponements, eq(courseId, userCourses.courseId))
    .leftJoin(
      postponementAnswers,
      and(
        eq(postponementAnswers.postponementId, decisionId),
        eq(postponementAnswers.enrolmentId, userCourses.id),
      ),
    )
    .where(and(eq(userCourses.id, enrolmentId), isOwn, isAskedAboutNewDates))
    .orderBy(desc(createdAt))
    .limit(1)
  if (!row) return undefined
  return { ...row, sessionsBefore: writeSessions(row.sessionsBefore) }
}

/** The last day to answer each open question about new dates that a person is asked, YYYY-MM-DD, by enrolment. */
export function newDatesDeadlinesOfPerson(_staff: Staff, personId: string): Promise<Map<string, string>> {
  return newDatesDeadlinesWhere(eq(userCourses.userId, personId))
}

/**
 * When a person joined an edition: at the request or, if they were moved from another edition, at the approval, which
 * was the move; the enrolment keeps the moment of the former request.
 */
const joinedAt = ({ id, approvedAt, requestedAt }: ReturnType<typeof enrolmentsReadBy>) =>
  sql`case when exists (select from ${userCourses} as former where former.transferred_to = ${id})
  then coalesce(${approvedAt}, ${requestedAt}) else ${requestedAt} end`

/**
 * The postponements of an edition while a member was in it, the first one first, as the member may read them.
 * `decidedAt`: when the office decided it; `from` and `to`: the first day before and after, YYYY-MM-DD, null without
 * sessions; `stays` and `answeredAt`: the answer and when it came, null without one; a departure that the office has
 * taken back, or still can, is none.
 */
export async function pastPostponements(member: Member, enrolmentId: string) {
  const ownEnrolments = enrolmentsReadBy(member)
  const { decisionId, courseId, sessionsBefore, createdAt } = postponements
  const rows = await db
    .select({
      decidedAt: createdAt,
      sessionsBefore,
      readableStart: readableStartDate,
      stays: postponementAnswers.stays,
      answeredAt: postponementAnswers.answeredAt,
      wasInEdition: sql<boolean>`${createdAt} >= ${joinedAt(ownEnrolments)}
        and ${createdAt} < coalesce(${ownEnrolments.endedAt}, 'infinity')`,
    })
    .from(ownEnrolments)
    .innerJoin(postponements, eq(courseId, ownEnrolments.courseId))
    .innerJoin(courses, eq(courses.id, ownEnrolments.courseId))
    .leftJoin(
      postponementAnswers,
      and(
        eq(postponementAnswers.postponementId, decisionId),
        eq(postponementAnswers.enrolmentId, ownEnrolments.id),
        // A departure ends the enrolment in the same transaction.
        or(postponementAnswers.stays, gte(postponementAnswers.answeredAt, ownEnrolments.endedAt)),
      ),
    )
    .where(and(eq(ownEnrolments.id, enrolmentId), isPostponementFinal))
    .orderBy(createdAt)
  return rows.flatMap(
    ({ decidedAt, sessionsBefore, readableStart, stays, answeredAt, wasInEdition }, index) => {
      if (!wasInEdition) return []
      const next = rows[index + 1]
      const to = next ? firstDay(next.sessionsBefore) : readableStart
      return [{ decidedAt, from: firstDay(sessionsBefore), to, stays, answeredAt }]
    },
  )
}
export type PastPostponement = Awaited<ReturnType<typeof pastPostponements>>[number]

const firstDay = (sessions: readonly { startDate: string }[]) =>
  sessions.map(({ startDate }) => startDate).sort()[0] ?? null

/**
 * The last postponement of an edition, also while it can be taken back; undefined without one. `answerBy`: the last day
 * to answer, YYYY-MM-DD. `stayCount`, `leftCount`, `openCount`: how many people said that they stay, have cancelled
 * since then, or have not answered and still can: who has deleted the account cannot.
 */
export async function lastPostponementOf(_staff: Staff, course: string) {
  const { decisionId, courseId, answerBy, createdAt } = postponements
  const { stays, postponementId, enrolmentId } = postponementAnswers
  const countWhere = (where: SQL | undefined) => sql<number>`(count(*) filter (where ${where}))::int`
  const hasLeft = and(
    eq(userCourses.ending, 'cancelled_by_person'),
    gte(userCourses.endedAt, createdAt),
    joinedBeforePostponement,
  )
  const [last] = await db
    .select({
      id: decisionId,
      answerBy,
      createdAt,
      stayCount: countWhere(and(isAskedAboutNewDates, stays)),
      leftCount: countWhere(hasLeft),
      openCount: countWhere(and(isAskedAboutNewDates, isNotDeleted, sql`${stays} is not true`)),
    })
    .from(postponements)
    .leftJoin(userCourses, eq(userCourses.courseId, courseId))
    .leftJoin(profiles, eq(profiles.id, userCourses.userId))
    .leftJoin(postponementAnswers, and(eq(postponementId, decisionId), eq(enrolmentId, userCourses.id)))
    .where(eq(courseId, course))
    .groupBy(decisionId)
    .orderBy(desc(createdAt))
    .limit(1)
  return last
}
