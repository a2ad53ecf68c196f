import { aliasedTable, and, count, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
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

function selectDecisions() {
  const undoer = aliasedTable(profiles, 'undoer')
  return db
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
    .$dynamic()
}

async function readDecisions(bounds: PageBounds<SQL>, limit: number) {
  const { beyond, by } = keysetConditions(sql`(${madeAt}, ${id})`, bounds, { descending: true })
  const rows = await selectDecisions().where(and(isRecent, beyond)).orderBy(by(madeAt), by(id)).limit(limit)
  return bounds.before ? rows.reverse() : rows
}

/**
 * Adds to each decision the people concerned (at most `MOST_NAMED` of `peopleCount`), how many courses and e-mails it
 * has, and whether its time and its e-mails allow undoing it (`isUndoable`); later changes may still forbid it.
 */
async function describeDecisions(rows: Awaited<ReturnType<typeof readDecisions>>) {
  const ids = rows.map(({ id }) => id)
  const [people, emails] = await Promise.all([peopleOf(ids), emailsOf(ids)])
  const now = new Date()
  return rows.map((row) => {
    const decisionPeople = people.filter(({ decisionId }) => decisionId === row.id)
    const mail = emails.find(({ decisionId }) => decisionId === row.id)
    // `mayUndo` needs only the highest number of attempts.
    const emailsToCheck = mail ? [{ attempts: mail.attempts }] : []
    return {
      ...row,
      people: decisionPeople.map(({ decisionId, peopleCount, courseCount, ...person }) => person),
      peopleCount: decisionPeople[0]?.peopleCount ?? 0,
      courseCount: decisionPeople[0]?.courseCount ?? 0,
      emailCount: mail?.emailCount ?? 0,
      sentCount: mail?.sentCount ?? 0,
      failedCount: mail?.failedCount ?? 0,
      isUndoable: mayUndo(row, emailsToCheck, now).ok,
    }
  })
}

/**
 * The people whom decisions concern, at most `MOST_NAMED` each, and how many people and courses each concerns in all.
 */
async function peopleOf(ids: string[]) {
  if (ids.length === 0) return []
  const { decisionId, userId, courseId } = decisionRows
  const ofDecision = inArray(decisionId, ids)
  const counted = db
    .select({
      decision: sql<string>`${decisionId}`.as('decision'),
      peopleCount: sql<number>`count(distinct ${userId})::int`.as('people_count'),
      courseCount: sql<number>`count(distinct ${courseId})::int`.as('course_count'),
    })
    .from(decisionRows)
    .where(ofDecision)
    .groupBy(decisionId)
    .as('counted')
  // One row for each person, with one of their courses.
  const people = db
    .selectDistinctOn([decisionId, userId], { decisionId, userId, courseId })
    .from(decisionRows)
    .where(ofDecision)
    .orderBy(decisionId, userId)
    .as('people')
  const numbered = db
    .select({
      decisionId: people.decisionId,
      courseTitle: courses.title,
      startDate: courses.startDate,
      name: sql<string>`${profiles.firstName} || ' ' || ${profiles.lastName}`.as('name'),
      peopleCount: counted.peopleCount,
      courseCount: counted.courseCount,
      number:
        sql<number>`row_number() over (partition by ${people.decisionId} order by ${profiles.lastName}, ${people.userId})`.as(
          'number',
        ),
    })
    .from(people)
    .innerJoin(counted, eq(counted.decision, people.decisionId))
    .innerJoin(profiles, eq(profiles.id, people.userId))
    .innerJoin(courses, eq(courses.id, people.courseId))
    .as('numbered')
  const { number, ...shown } = numbered._.selectedFields
  return db.select(shown).from(numbered).where(sql`${number} <= ${MOST_NAMED}`).orderBy(number)
}

/** Counts the e-mails of decisions. `attempts`: the most attempts to send one of them. */
async function emailsOf(ids: string[]) {
  if (ids.length === 0) return []
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
