import { and, asc, between, eq, gt, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { type Database, db } from '../../database/client.server'
import { balances, bankLines, courses, payments, profiles, userCourses } from '../../database/schema'
import { balancesOf } from '../../enrolments/dues/queries.server'
import { EMPTY_BALANCE, openDuesOf, toCents } from '../../enrolments/dues/rules'
import { holdsSeat } from '../../enrolments/enrolments.sql'
import { inTurns } from '../../runtime/turns.server'
import { createLineMatcher, type Proposals, referencesIn } from './matching.rules'
import { type CountedLine, inOrderOfDays, lineKey } from './rules'

/** Most enrolments whose names are compared with lines: those with the earliest open dues. */
const MOST_COMPARED = 2_000

/** Most proposals of each kind on the page. After registering them, reading the statement again shows the next ones. */
const MOST_CERTAIN = 200
const MOST_DOUBTFUL = 100

/**
 * Proposes what each incoming line pays, the oldest line first. `account`: IBAN that the statement names, '' for none.
 */
export async function proposalsFor(
  staff: Staff,
  account: string,
  lines: readonly CountedLine[],
): Promise<Proposals> {
  const incoming = lines.filter(({ cents }) => cents > 0).toSorted(inOrderOfDays)
  const registeredKeys = await registeredLineKeys(db, account, incoming)
  const unregistered = incoming.filter((line) => !registeredKeys.has(lineKey(line)))
  const references = [...new Set(unregistered.flatMap(({ text }) => referencesIn(text).numbers))]
  const matchLine = createLineMatcher(
    await payableEnrolments(staff, references),
    await registeredPaymentsOf(references, account),
  )
  const proposals = await inTurns(unregistered, (line) => ({ line, match: matchLine(line) }))
  const certain = proposals.filter(({ match: { verdict } }) => verdict === 'certain')
  const doubtful = [
    ...proposals.filter(({ match: { verdict } }) => verdict === 'partial'),
    ...proposals.filter(({ match: { verdict } }) => verdict === 'unmatched'),
  ]
  return {
    incomingCount: incoming.length,
    outgoingCount: lines.length - incoming.length,
    registeredBeforeCount: incoming.length - unregistered.length,
    certain: certain.slice(0, MOST_CERTAIN),
    doubtful: doubtful.slice(0, MOST_DOUBTFUL).toSorted((a, b) => inOrderOfDays(a.line, b.line)),
    moreCertainCount: Math.max(0, certain.length - MOST_CERTAIN),
    moreDoubtfulCount: Math.max(0, doubtful.length - MOST_DOUBTFUL),
  }
}

/**
 * Returns the payments of enrolments that a statement could bring again: not those of other lines of its account, which
 * are known by their keys. A table names no account, and another one may describe the same movement in other words.
 */
async function registeredPaymentsOf(references: readonly number[], account: string) {
  const isTable = account === ''
  const rows = await db
    .select({
      reference: userCourses.reference,
      amount: payments.amount,
      receivedOn: payments.receivedOn,
      account: bankLines.account,
      text: bankLines.text,
    })
    .from(payments)
    .innerJoin(userCourses, eq(userCourses.id, payments.enrolmentId))
    .leftJoin(bankLines, eq(bankLines.id, payments.bankLineId))
    .where(
      and(
        inArray(userCourses.reference, references),
        gt(payments.amount, 0),
        isTable ? undefined : or(isNull(bankLines.id), ne(bankLines.account, account)),
      ),
    )
  return rows.map(({ amount, account: paymentAccount, text, ...payment }) => ({
    ...payment,
    cents: toCents(amount),
    tableText: isTable && paymentAccount === '' ? text : null,
  }))
}

/**
 * Returns the enrolments with these references that hold a seat, and the `MOST_COMPARED` ones with the earliest open
 * dues; each once. Two statements, since one with `or` could use neither the index of references nor that of open dues.
 */
async function payableEnrolments(_staff: Staff, references: readonly number[]) {
  const selectEnrolments = () =>
    db
      .select({
        id: userCourses.id,
        reference: userCourses.reference,
        firstName: profiles.firstName,
        lastName: profiles.lastName,
        company: profiles.company,
        course: courses.title,
      })
      .from(userCourses)
      .innerJoin(profiles, eq(profiles.id, userCourses.userId))
      .innerJoin(courses, eq(courses.id, userCourses.courseId))
      .leftJoin(balances, eq(balances.enrolmentId, userCourses.id))
  const [namedRows, earliestRows] = await Promise.all([
    selectEnrolments().where(and(holdsSeat, inArray(userCourses.reference, references))),
    selectEnrolments()
      .where(and(holdsSeat, isNotNull(balances.openSince)))
      .orderBy(asc(balances.openSince), asc(userCourses.id))
      .limit(MOST_COMPARED),
  ])
  const rows = [...new Map([...namedRows, ...earliestRows].map((row) => [row.id, row])).values()]
  const balancesById = await balancesOf(rows.map(({ id }) => id))
  return rows.map(({ firstName, lastName, ...enrolment }) => ({
    ...enrolment,
    name: `${firstName} ${lastName}`,
    openDues: openDuesOf(balancesById.get(enrolment.id) ?? EMPTY_BALANCE).map(({ cents }) => cents),
  }))
}

/**
 * Returns the keys (`lineKey`) of the lines of an account that are registered as payments and lie between the first and
 * the last day of `lines`.
 */
export async function registeredLineKeys(
  from: Database,
  account: string,
  lines: readonly CountedLine[],
): Promise<Set<string>> {
  const days = lines.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return new Set()
  const rows = await from
    .select({
      day: bankLines.bookedOn,
      amount: bankLines.amount,
      text: bankLines.text,
      bankReference: bankLines.bankReference,
      ordinal: bankLines.ordinal,
    })
    .from(bankLines)
    .innerJoin(payments, eq(payments.bankLineId, bankLines.id))
    .where(and(eq(bankLines.account, account), between(bankLines.bookedOn, first, last)))
  return new Set(rows.map(({ amount, ...line }) => lineKey({ ...line, cents: toCents(amount) })))
}
