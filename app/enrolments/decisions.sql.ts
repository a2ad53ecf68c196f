import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { courses, decisionRows, decisions, postponements, userCourses } from '../database/schema'
import { DECISIONS, type DecisionKind } from './decision.rules'

/** Whether the office can still take back a decision. `decision`: its id; null gives false. */
export const canBeUndone = (decision: SQL | AnyPgColumn) =>
  sql<boolean>`exists (select from ${decisions} as open where open.id = ${decision} and open.undone_at is null and open.held_until > now())`

/** How many enrolments a decision is about. `decision`: its id. */
export const enrolmentsInDecision = (decision: SQL | AnyPgColumn) =>
  sql<number>`(select count(*)::int from ${decisionRows} as concerned where concerned.decision_id = ${decision})`

/** Whether the last decision about the enrolment of a row of `user_courses` can still be taken back. */
export const isLastDecisionOpen = canBeUndone(sql`${userCourses}.decision_id`)

/**
 * Whether a decision of this kind about the edition of a row of `courses` can still be taken back. For a column of a
 * query.
 */
export const isEditionDecisionOpen = (
  kind: 'cancel-edition' | 'confirm-edition' | 'postpone',
) => sql<boolean>`exists (select from ${decisions} as edition_decision where edition_decision.course_id = ${courses}.id and edition_decision.kind = ${kind}
    and edition_decision.undone_at is null and edition_decision.held_until > now())`

/**
 * Whether a decision about this edition, or about one of its enrolments, can still be taken back. `course`: its id;
 * `kinds`: only decisions of these kinds count.
 */
export const hasOpenDecision = (
  course: SQL | AnyPgColumn,
  kinds: readonly DecisionKind[] = DECISIONS,
) => sql<boolean>`${course} in (select coalesce(open.course_id, about.course_id)
    from ${decisions} as open left join decision_rows about on about.decision_id = open.id
    where open.held_until > now() and open.undone_at is null and open.kind in ${kinds}
      and coalesce(open.course_id, about.course_id) is not null)`

/**
 * The first day of a course before a postponement that the office can still take back, YYYY-MM-DD; before the first one
 * if there are several, null without one. For a column of a query over `courses`.
 */
export const startBeforePostponement = sql<string | null>`(select (select min(session ->> 'startDate')::date
    from jsonb_array_elements(postponement.sessions_before) as session)
  from ${postponements} as postponement join ${decisions} as edition_decision on edition_decision.id = postponement.decision_id
  where postponement.course_id = ${courses}.id and edition_decision.held_until > now()
  order by postponement.created_at limit 1)`
