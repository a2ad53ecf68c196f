import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { courses, decisions, postponements, userCourses } from '../database/schema'

/** Whether the office can still take back the decision with this id; false for null. */
export const canBeUndone = (decision: SQL | AnyPgColumn) =>
  sql<boolean>`exists (select from ${decisions} as open where open.id = ${decision} and open.undone_at is null and open.held_until > now())`

/** Whether the last decision about the enrolment of a row of `user_courses` can still be taken back. */
export const isLastDecisionOpen = canBeUndone(sql`${userCourses}.decision_id`)

/**
 * Whether a decision of this kind about the edition of a row of `courses` can still be taken back. For a column of a
 * query.
 */
export const isEditionDecisionOpen = (
  kind: 'cancel-edition' | 'confirm-edition' | 'postpone',
) => sql<boolean>`exists (select from ${decisions} as held where held.course_id = ${courses}.id and held.kind = ${kind}
    and held.undone_at is null and held.held_until > now())`

/** Whether a decision about this edition, or about one of its enrolments, can still be taken back. `course`: its id. */
export const hasOpenDecision = (
  course: SQL | AnyPgColumn,
) => sql<boolean>`${course} in (select coalesce(open.course_id, about.course_id)
    from ${decisions} as open left join decision_rows about on about.decision_id = open.id
    where open.held_until > now() and open.undone_at is null and coalesce(open.course_id, about.course_id) is not null)`

/**
 * The first day that a course had before new dates which can still be taken back, YYYY-MM-DD; null without such dates.
 * For a column of a query over `courses`.
 */
export const startBeforePostponement = sql<string | null>`(select min(session ->> 'startDate')::date
  from ${postponements} as moved join ${decisions} as held on held.id = moved.decision_id,
    jsonb_array_elements(moved.sessions_before) as session
  where moved.course_id = ${courses}.id and held.held_until > now())`
