import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { Member, Staff } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { courses, postponementAnswers, postponements, userCourses } from '../../database/schema'
import { writeSessions } from '../../parsing/sessions.rules'
import { isId } from '../../parsing/text.rules'
import {
  isAskedAboutNewDates,
  isPostponementFinal,
  joinedBeforePostponement,
  newDatesDeadlinesWhere,
} from '../new-dates.queries.server'

/**
 * The question about new dates that a member is asked for an enrolment; undefined without one. `answerBy`: the last
 * day to answer, which may be past; `stays`: the answer so far, null without one, false of a departure that the office
 * has taken back; `before`: the former sessions as lines of text.
 */
export function postponementFor(member: Member, enrolmentId: string) {
  return readQuestion(enrolmentId, eq(userCourses.userId, member.id))
}

/** As `postponementFor`, for the office, which enters an answer that a person gave by telephone. */
export function postponementOfEnrolment(_staff: Staff, enrolmentId: string) {
  return readQuestion(enrolmentId)
}

/** As `postponementFor`. `isOwn`: condition that the enrolment is the member's; undefined for the office. */
async function readQuestion(enrolmentId: string, isOwn?: SQL) {
  if (!isId(enrolmentId)) return undefined
  const { decisionId, courseId, answerBy, sessionsBefore, createdAt } = postponements
  const [row] = await db
    .select({ answerBy, sessionsBefore, stays: postponementAnswers.stays })
    .from(userCourses)
    .innerJoin(postponements, eq(courseId, userCourses.courseId))
    .leftJoin(
      postponementAnswers,
      and(
        eq(postponementAnswers.postponementId, decisionId),
        eq(postponementAnswers.enrolmentId, userCourses.id),
      ),
    )
    .where(and(eq(userCourses.id, enrolmentId), isOwn, isAskedAboutNewDates, isPostponementFinal))
    .orderBy(desc(createdAt))
    .limit(1)
  if (!row) return undefined
  const { sessionsBefore: before, ...question } = row
  return { ...question, before: writeSessions(before) }
}

/** The last day to answer each open question about new dates that a member is asked, YYYY-MM-DD, by enrolment. */
export function openQuestions(member: Member): Promise<Map<string, string>> {
  return newDatesDeadlinesWhere(eq(userCourses.userId, member.id))
}

/** As `openQuestions`, of any person, for the office. */
export function questionsTo(_staff: Staff, personId: string): Promise<Map<string, string>> {
  return newDatesDeadlinesWhere(eq(userCourses.userId, personId))
}

/**
 * Since when a person has been in an edition: since the request, or since the move if they came from another edition,
 * whose request the enrolment keeps.
 */
const cameAt = sql`case when exists (select from ${userCourses} as left_behind where left_behind.transferred_to = ${userCourses.id})
  then coalesce(${userCourses.approvedAt}, ${userCourses.requestedAt}) else ${userCourses.requestedAt} end`

/**
 * The postponements that a member went through in an edition, the first one first. `at`: when the office decided it;
 * `from` and `to`: the first day before and after, YYYY-MM-DD, null without sessions; `stays`: the answer, as in
 * `postponementFor`; `answeredAt`: when it came, null without one.
 */
export async function pastPostponements(member: Member, enrolmentId: string) {
  const { decisionId, courseId, sessionsBefore, createdAt } = postponements
  const rows = await db
    .select({
      at: createdAt,
      sessionsBefore,
      startNow: courses.startDate,
      stays: postponementAnswers.stays,
      answeredAt: postponementAnswers.answeredAt,
      wasInEdition: sql<boolean>`${createdAt} >= ${cameAt}
        and ${createdAt} < coalesce(${userCourses.endedAt}, 'infinity')`,
    })
    .from(userCourses)
    .innerJoin(postponements, eq(courseId, userCourses.courseId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .leftJoin(
      postponementAnswers,
      and(
        eq(postponementAnswers.postponementId, decisionId),
        eq(postponementAnswers.enrolmentId, userCourses.id),
      ),
    )
    .where(and(eq(userCourses.id, enrolmentId), eq(userCourses.userId, member.id), isPostponementFinal))
    .orderBy(createdAt)
  return rows.flatMap(({ at, sessionsBefore, startNow, stays, answeredAt, wasInEdition }, index) => {
    if (!wasInEdition) return []
    const next = rows[index + 1]
    const to = next ? firstDay(next.sessionsBefore) : startNow
    return [{ at, from: firstDay(sessionsBefore), to, stays, answeredAt }]
  })
}
export type PastPostponement = Awaited<ReturnType<typeof pastPostponements>>[number]

const firstDay = (sessions: readonly { startDate: string }[]) =>
  sessions.map(({ startDate }) => startDate).sort()[0] ?? null

/**
 * The last postponement of an edition, also while it can be taken back; undefined without one. `answerBy`: the last day
 * to answer, YYYY-MM-DD. `stay`, `leave`, `open`: how many people said that they stay, have cancelled since then, or
 * have not answered.
 */
export async function postponementOf(_staff: Staff, course: string) {
  const { decisionId, courseId, answerBy, createdAt } = postponements
  const { stays, postponementId, enrolmentId } = postponementAnswers
  const counted = (where: SQL | undefined) => sql<number>`(count(*) filter (where ${where}))::int`
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
      stay: counted(and(isAskedAboutNewDates, stays)),
      leave: counted(hasLeft),
      open: counted(and(isAskedAboutNewDates, sql`${stays} is not true`)),
    })
    .from(postponements)
    .leftJoin(userCourses, eq(userCourses.courseId, courseId))
    .leftJoin(postponementAnswers, and(eq(postponementId, decisionId), eq(enrolmentId, userCourses.id)))
    .where(eq(courseId, course))
    .groupBy(decisionId)
    .orderBy(desc(createdAt))
    .limit(1)
  return last
}
