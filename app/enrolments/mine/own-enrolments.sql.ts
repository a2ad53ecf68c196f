import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { Member } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { certificates, decisionRows, personalDocuments, userCourses } from '../../database/schema'
import { canBeUndone } from '../decisions.sql'

/**
 * Whether the document is an attestato that was revoked, or replaced by one that the office can no longer take back.
 */
const isRevokedOrReplaced = sql<boolean>`exists (select from ${certificates} as paper
  where paper.document_id = ${personalDocuments.id} and paper.ended_at is not null
    and not exists (select from ${certificates} as newer
      where newer.replaces = paper.id and ${canBeUndone(sql`newer.decision_id`)}))`

/**
 * Whether the person to whom a document was given may read it: the office can no longer take it back and has not
 * deleted it, and it is no attestato that was revoked or replaced.
 */
export const isVisibleToRecipient = and(
  isNull(personalDocuments.deletedAt),
  sql`not ${canBeUndone(personalDocuments.decisionId)}`,
  sql`not ${isRevokedOrReplaced}`,
)

/**
 * Subquery `before`: the row of `decision_rows` of the earliest decision about the enrolment that can still be undone;
 * its `row_before` is the enrolment before that decision. From the last decision, the `decision_id` in each
 * `row_before` leads to the decision before it. No row if no decision can be undone.
 */
const earliestUndoableRow = sql`(
  with recursive undoable as (
    select ${userCourses.decisionId} as decision, 1 as step where ${canBeUndone(userCourses.decisionId)}
    union all
    select (earlier.row_before ->> 'decision_id')::uuid, undoable.step + 1
    from undoable join ${decisionRows} as earlier
      on earlier.decision_id = undoable.decision and earlier.enrolment_id = ${userCourses.id}
    where ${canBeUndone(sql`(earlier.row_before ->> 'decision_id')::uuid`)}
  )
  select found.* from undoable join ${decisionRows} as found
    on found.decision_id = undoable.decision and found.enrolment_id = ${userCourses.id}
  order by undoable.step desc limit 1
) as before`

type Row = typeof userCourses.$inferSelect

/**
 * Subquery `shown`: the enrolment with the columns of `row_before`; with its present columns without a `row_before`.
 */
const shownRow = sql`jsonb_populate_record(${userCourses}, before.row_before) as shown`

/**
 * The columns of `shownRow`. Each gets a new name, `own_…`, by which conditions outside can use it without the table.
 */
const shownColumns = Object.fromEntries(
  Object.entries(getTableColumns(userCourses)).map(([key, column]) => {
    const name = toSnakeCase(column.name)
    return [key, sql`shown.${sql.identifier(name)}`.mapWith(column).as(`own_${name}`)]
  }),
) as { [Key in keyof Row]: SQL.Aliased<Row[Key]> }

/** Whether the office can still undo a decision about the enrolment. */
const isLastDecisionOpen = sql<boolean>`(before.decision_id is not null)`
/** Whether the decision of `earliestUndoableRow` created the enrolment, so that there is no `row_before`. */
const isCreated = sql`(before.decision_id is not null and before.row_before is null)`

/**
 * Whether the person can read an attestato of the enrolment. A count, since PostgreSQL may scan all personal documents
 * for `exists`.
 */
const hasCertificate = sql<boolean>`(select count(*) > 0 from ${personalDocuments}
  where ${personalDocuments.enrolmentId} = ${userCourses.id} and ${personalDocuments.kind} = 'attestato' and ${isVisibleToRecipient})`

/**
 * Subquery `own`: the enrolments of a person, ended ones too, as that person may read them (ADR 31). They look as they
 * did before any decision that the office can still undo; one that such a decision created is left out.
 * `isLastDecisionOpen`: the office can still undo a decision about the enrolment.
 */
export function enrolmentsReadBy(person: Pick<Member, 'id'>) {
  return db
    .select({
      ...shownColumns,
      hasCertificate: hasCertificate.as('own_has_certificate'),
      isLastDecisionOpen: isLastDecisionOpen.as('is_last_decision_open'),
    })
    .from(userCourses)
    .leftJoinLateral(earliestUndoableRow, sql`true`)
    .innerJoinLateral(shownRow, sql`true`)
    .where(and(eq(userCourses.userId, person.id), sql`not ${isCreated}`))
    .as('own')
}
