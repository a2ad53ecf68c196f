import { and, eq, getTableColumns, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Member } from '../accounts/rules'
import { db } from '../database/client.server'
import { canBeUndone, decisionRows, personalDocuments, userCourses } from '../database/schema'
import type { Ending, EnrolmentState } from './rules'

/** What a person may read of the documents that the office gave them: those that it can no longer take back. */
export const isGivenForGood = and(
  isNull(personalDocuments.deletedAt),
  sql`not ${canBeUndone(personalDocuments.decisionId)}`,
)

/** The columns of an enrolment before its first decision that the office can still take back; none without such a decision. */
const before = alias(decisionRows, 'before')

const findBefore = sql`(
  with recursive undoable as (
    select ${userCourses.decisionId} as decision, 1 as step where ${canBeUndone(userCourses.decisionId)}
    union all
    select earlier.decision_before, undoable.step + 1
    from undoable join ${decisionRows} as earlier
      on earlier.decision_id = undoable.decision and earlier.enrolment_id = ${userCourses.id}
    where ${canBeUndone(sql`earlier.decision_before`)}
  )
  select found.* from undoable join ${decisionRows} as found
    on found.decision_id = undoable.decision and found.enrolment_id = ${userCourses.id}
  order by undoable.step desc limit 1
) as before`

const isUpdating = sql<boolean>`before.decision_id is not null`

/** A count: `exists` may scan the whole table. */
const hasCertificate = sql<boolean>`(select count(*) > 0 from ${personalDocuments}
  where ${personalDocuments.enrolmentId} = ${userCourses.id} and ${personalDocuments.kind} = 'attestato' and ${isGivenForGood})`

/**
 * The enrolments of a person as the person reads them, ended ones too: a decision that the office can still take back has not
 * been made, and an enrolment that it created is not there (ADR 31). `isUpdating`: there is such a decision. Columns that differ
 * from those of the table have names of their own, so that conditions outside can name them without their table.
 */
export function enrolmentsReadBy(person: Pick<Member, 'id'>) {
  const columns = getTableColumns(userCourses)
  return db
    .select({
      ...columns,
      status: columnBefore<EnrolmentState>(before.status, userCourses.status).as('own_status'),
      approvedAt: columnBefore<Date | null>(before.approvedAt, userCourses.approvedAt).as('own_approved_at'),
      rejectedAt: columnBefore<Date | null>(before.rejectedAt, userCourses.rejectedAt).as('own_rejected_at'),
      rejectReason: columnBefore<string | null>(before.rejectReason, userCourses.rejectReason).as(
        'own_reject_reason',
      ),
      waitingSince: columnBefore<Date | null>(before.waitingSince, userCourses.waitingSince).as(
        'own_waiting_since',
      ),
      admittedAt: columnBefore<Date | null>(before.admittedAt, userCourses.admittedAt).as('own_admitted_at'),
      endedAt: unlessUpdating<Date>(userCourses.endedAt).as('own_ended_at'),
      ending: unlessUpdating<Ending>(userCourses.ending).as('own_ending'),
      endReason: unlessUpdating<string>(userCourses.endReason).as('own_end_reason'),
      transferredTo: unlessUpdating<string>(userCourses.transferredTo).as('own_transferred_to'),
      hasCertificate: hasCertificate.as('own_has_certificate'),
      isUpdating: isUpdating.as('is_updating'),
    })
    .from(userCourses)
    .leftJoinLateral(findBefore, sql`true`)
    .where(and(eq(userCourses.userId, person.id), or(sql`not ${isUpdating}`, isNotNull(before.status))))
    .as('own')
}

function columnBefore<Value>(earlier: AnyPgColumn, column: AnyPgColumn) {
  return sql`case when ${isUpdating} then ${earlier} else ${column} end`.mapWith(column) as SQL<Value>
}

function unlessUpdating<Value>(column: AnyPgColumn) {
  return sql`case when not ${isUpdating} then ${column} end`.mapWith(column) as SQL<Value | null>
}
