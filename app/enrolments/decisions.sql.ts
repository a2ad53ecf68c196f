import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { courses, decisions, postponements, userCourses } from '../database/schema'

/** The office can still take this decision back. */
export const canBeUndone = (decision: SQL | AnyPgColumn) =>
  sql<boolean>`exists (select from ${decisions} as held where held.id = ${decision} and held.undone_at is null and held.held_until > now())`

/** The last decision about the enrolment can still be taken back. */
export const isHeld = canBeUndone(sql`${userCourses}.decision_id`)

/** The office has decided this about the edition of a row of `courses`, and can still take it back. For a column of a query. */
export const isEditionDecisionOpen = (
  kind: 'cancel-edition' | 'confirm-edition' | 'postpone',
) => sql<boolean>`exists (select from ${decisions} as held where held.course_id = ${courses}.id and held.kind = ${kind}
    and held.undone_at is null and held.held_until > now())`

/** The office can still take back a decision about this edition, or about one of its enrolments. */
export const hasOpenDecision = (
  course: SQL | AnyPgColumn,
) => sql<boolean>`${course} in (select coalesce(open.course_id, about.course_id)
    from ${decisions} as open left join decision_rows about on about.decision_id = open.id
    where open.held_until > now() and open.undone_at is null and coalesce(open.course_id, about.course_id) is not null)`

/** The first day of a course that moves, before it moves: YYYY-MM-DD. For a column of a query. */
export const startBeforeMove = sql<string | null>`(select min(session ->> 'startDate')::date
  from ${postponements} as moved join ${decisions} as held on held.id = moved.decision_id,
    jsonb_array_elements(moved.sessions_before) as session
  where moved.course_id = ${courses}.id and held.held_until > now())`
