import { and, desc, eq, gte, inArray, lt, notExists, sql } from 'drizzle-orm'
import type { Admin, Member } from '../accounts/rules'
import { db } from '../database/client.server'
import { isLive, postponementAnswers, postponements, userCourses } from '../database/schema'
import { writeSessions } from '../parsing/sessions.rules'
import { isId } from '../parsing/text.rules'
import { today } from '../runtime/clock'

/** Takes part, since before the postponement. */
const isAsked = and(
  isLive,
  inArray(userCourses.status, ['approved', 'in_progress']),
  lt(sql`coalesce(${userCourses.approvedAt}, ${userCourses.requestedAt})`, postponements.createdAt),
)

/** The question about new dates that a person has; undefined without one. `stays`: their answer so far. */
export async function postponementFor(member: Member, enrolmentId: string) {
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
    .where(and(eq(userCourses.id, enrolmentId), eq(userCourses.userId, member.id), isAsked))
    .orderBy(desc(createdAt))
    .limit(1)
  if (!row) return undefined
  const { sessionsBefore: before, ...asked } = row
  return { ...asked, before: writeSessions(before) }
}

/** Unanswered questions of a person about new dates: the day to answer by, by enrolment. */
export async function openQuestions(member: Member): Promise<Map<string, string>> {
  const { decisionId, courseId, answerBy, createdAt } = postponements
  const answered = db
    .select({ one: sql`1` })
    .from(postponementAnswers)
    .where(
      and(
        eq(postponementAnswers.postponementId, decisionId),
        eq(postponementAnswers.enrolmentId, userCourses.id),
      ),
    )
  const rows = await db
    .selectDistinctOn([userCourses.id], {
      id: userCourses.id,
      answerBy,
      open: notExists(answered).mapWith(Boolean),
    })
    .from(userCourses)
    .innerJoin(postponements, eq(courseId, userCourses.courseId))
    .where(and(eq(userCourses.userId, member.id), isAsked))
    .orderBy(userCourses.id, desc(createdAt))
  const day = today()
  return new Map(rows.flatMap(({ id, answerBy, open }) => (open && answerBy >= day ? [[id, answerBy]] : [])))
}

/** The last postponement of an edition with its answers; undefined without one. */
export async function postponementOf(_admin: Admin, course: string) {
  const { decisionId, courseId, answerBy, createdAt } = postponements
  const [last] = await db
    .select({ id: decisionId, answerBy, createdAt })
    .from(postponements)
    .where(eq(courseId, course))
    .orderBy(desc(createdAt))
    .limit(1)
  if (!last) return undefined
  const { stays, postponementId } = postponementAnswers
  const { ending, endedAt } = userCourses
  const [stay, leave] = await Promise.all([
    db.$count(postponementAnswers, and(eq(postponementId, last.id), stays)),
    // Whoever gave up the seat elsewhere has answered too.
    db.$count(
      userCourses,
      and(eq(userCourses.courseId, course), eq(ending, 'cancelled_by_person'), gte(endedAt, last.createdAt)),
    ),
  ])
  return { ...last, stay, leave }
}
