import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { decisions, userCourses } from '../../database/schema'
import { isJustNow } from '../../database/sent-twice.server'
import { isId } from '../../parsing/text.rules'
import type { DecisionKind } from '../decision.rules'
import { enrolmentsInDecision } from '../decisions.sql'
import { isUndecided } from '../enrolments.sql'
import { ENROLMENT_STATES } from '../rules'
import type { Intent } from './buttons.rules'

/** How many requests the office has neither decided nor admitted to a waiting list. */
export function undecidedCount(_staff: Staff) {
  return db.$count(userCourses, isUndecided)
}

/**
 * How many requests came in each of the last `weeks` weeks, the present one included, oldest first; withdrawn ones and
 * direct enrolments do not count, people whom the office puts on a waiting list do, and a request that was moved to
 * another edition counts once. `week`: its Monday in Italy, YYYY-MM-DD.
 */
export async function requestsPerWeek(_staff: Staff, weeks = 8) {
  const monday = sql`date_trunc('week', now() at time zone 'Europe/Rome')`
  const { requestedAt, approvedAt, status } = userCourses
  const instant = (local: SQL) => sql`(${local}) at time zone 'Europe/Rome'`
  // All states are named because the index starts with the state. A direct enrolment is approved at the moment of its
  // request; the enrolment that a move has created keeps the moment of the former one.
  const { rows } = await db.execute<{ week: string; requests: number }>(sql`
    select to_char(week, 'YYYY-MM-DD') as week, (
      select count(*)::int from ${userCourses}
      where ${inArray(status, ENROLMENT_STATES)} and ${requestedAt} >= ${instant(sql`week`)}
        and ${requestedAt} < ${instant(sql`week + interval '1 week'`)} and ${requestedAt} is distinct from ${approvedAt}
        and not exists (select from ${userCourses} as former where former.transferred_to = ${userCourses.id})
    ) as requests
    from generate_series(${monday} - make_interval(weeks => ${weeks} - 1), ${monday}, interval '1 week') as week
    order by week`)
  return rows
}

/**
 * Enrolments whose last decision is of this kind and was made by this member of staff within the last ten seconds: the
 * same form was then sent before. `about`: ids of enrolments, or the id of their course; `decidedTogether`: how many
 * enrolments the decision concerns.
 */
export async function recentDecisions(
  staff: Staff,
  kind: DecisionKind | Intent,
  about: { enrolments: readonly string[] } | { course: string },
) {
  const isConcerned =
    'course' in about
      ? eq(userCourses.courseId, about.course)
      : inArray(userCourses.id, about.enrolments.filter(isId))
  return db
    .select({
      enrolment: userCourses.id,
      decision: decisions.id,
      decidedTogether: enrolmentsInDecision(sql`${decisions}.id`),
    })
    .from(userCourses)
    .innerJoin(decisions, eq(decisions.id, userCourses.decisionId))
    .where(
      and(
        isConcerned,
        sql`${decisions.kind} = ${kind}`,
        eq(decisions.actorId, staff.id),
        isJustNow(decisions.madeAt),
      ),
    )
}
