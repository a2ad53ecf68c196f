import { aliasedTable, and, count, countDistinct, eq, gt, inArray, min, type SQL, sql } from 'drizzle-orm'
import type { Staff } from '../accounts/rules'
import { db } from '../database/client.server'
import { keysetConditions, keysetPage, type PageBounds, positionByMoment } from '../database/keyset.server'
import {
  courses,
  decisionRows,
  decisions,
  outgoingMail,
  payments,
  personMessages,
  profiles,
} from '../database/schema'
import { DECISION_DAYS, mayUndo } from './rules'

/** Decisions on a page. */
const PAGE_SIZE = 25
/** The most people that are named in the row of a decision. */
const MOST_NAMED = 3

const { id, madeAt } = decisions
const isRecent = gt(madeAt, sql`now() - make_interval(days => ${DECISION_DAYS}::int)`)

/**
 * Decisions of the last `DECISION_DAYS` days, newest first, by keyset. `after`, `before`: the id of the decision after
 * which the page starts, or before which it ends; '' for none.
 */
export async function decisionsPage(_staff: Staff, { after, before }: { after: string; before: string }) {
  const bounds = {
    after: await positionByMoment(madeAt, id, after),
    before: await positionByMoment(madeAt, id, before),
  }
  const { rows, ...neighbours } = await keysetPage(PAGE_SIZE, bounds, readDecisions)
  return { decisions: await describeDecisions(rows), ...neighbours }
}

export type ListedDecision = Awaited<ReturnType<typeof describeDecisions>>[number]

async function readDecisions(bounds: PageBounds<SQL>, limit: number) {
  const { beyond, by } = keysetConditions(sql`(${madeAt}, ${id})`, bounds, { descending: true })
  const undoer = aliasedTable(profiles, 'undoer')
  const rows = await db
    .select({
      id,
      kind: decisions.kind,
      /** Of a payment that is stored; null for an undone one, and for other decisions. */
      isRefund: sql<boolean | null>`(select bool_or(payment.amount < 0) from ${payments} as payment
        where payment.decision_id = ${decisions}.id)`,
      madeAt,
      heldUntil: decisions.heldUntil,
      undoneAt: decisions.undoneAt,
      /** The names of who made the decision and who undid it; null for a deleted account, and if nobody undid it. */
      madeBy: sql<string | null>`${profiles.firstName} || ' ' || ${profiles.lastName}`,
      undoneBy: sql<string | null>`${undoer.firstName} || ' ' || ${undoer.lastName}`,
      /** To whom a message to one person goes; null for other decisions. */
      addressee: sql<string | null>`(select person.first_name || ' ' || person.last_name
        from ${personMessages} as written join ${profiles} as person on person.id = written.user_id
        where written.decision_id = ${decisions}.id)`,
      /** Of a decision about a whole course; null for other decisions. */
      edition: { title: courses.title, startDate: courses.startDate },
    })
    .from(decisions)
    .leftJoin(profiles, eq(profiles.id, decisions.actorId))
    .leftJoin(undoer, eq(undoer.id, decisions.undoneBy))
    .leftJoin(courses, eq(courses.id, decisions.courseId))
    .where(and(isRecent, beyond))
    .orderBy(by(madeAt), by(id))
    .limit(limit)
  return bounds.before ? rows.reverse() : rows
}

/**
 * Adds to each decision the people concerned (at most `MOST_NAMED` of `peopleCount`), how many courses and e-mails it
 * has, and whether its time and its e-mails allow undoing it (`isUndoable`); later changes may still forbid it.
 * `course`: the only one, or the one that the decision is about as a whole.
 */
async function describeDecisions(rows: Awaited<ReturnType<typeof readDecisions>>) {
  const ids = rows.map(({ id }) => id)
  const [peopleByDecision, emails] = await Promise.all([peopleOf(ids), emailsOf(ids)])
  const now = new Date()
  return rows.map(({ edition, ...row }) => {
    const people = peopleByDecision.find(({ decisionId }) => decisionId === row.id)
    const mail = emails.find(({ decisionId }) => decisionId === row.id)
    return {
      ...row,
      names: people?.names ?? [],
      peopleCount: people?.peopleCount ?? 0,
      courseCount: people?.courseCount ?? 0,
      course: edition ?? (people?.courseCount === 1 ? people.course : null),
      emailCount: mail?.emailCount ?? 0,
      sentCount: mail?.sentCount ?? 0,
      failedCount: mail?.failedCount ?? 0,
      // `mayUndo` needs only the highest number of attempts.
      isUndoable: mayUndo(row, mail ? [mail] : [], now).ok,
    }
  })
}

/** The people and the courses that decisions concern. `course`: one of the courses. */
function peopleOf(ids: string[]) {
  const { decisionId, userId, courseId } = decisionRows
  return db
    .select({
      decisionId,
      names: sql<
        string[]
      >`(array_agg(distinct ${profiles.firstName} || ' ' || ${profiles.lastName}))[:${MOST_NAMED}::int]`,
      peopleCount: countDistinct(userId),
      courseCount: countDistinct(courseId),
      course: { title: sql<string>`min(${courses.title})`, startDate: min(courses.startDate) },
    })
    .from(decisionRows)
    .innerJoin(profiles, eq(profiles.id, userId))
    .innerJoin(courses, eq(courses.id, courseId))
    .where(inArray(decisionId, ids))
    .groupBy(decisionId)
}

/** Counts the e-mails of decisions. `attempts`: the most attempts to send one of them. */
function emailsOf(ids: string[]) {
  const { decisionId, attempts, sentAt, failedAt } = outgoingMail
  return db
    .select({
      decisionId,
      emailCount: count(),
      sentCount: count(sentAt),
      failedCount: count(failedAt),
      attempts: sql<number>`max(${attempts})`,
    })
    .from(outgoingMail)
    .where(inArray(decisionId, ids))
    .groupBy(decisionId)
}
