import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Staff } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { balances, courses, profiles, userCourses } from '../../database/schema'
import { duesOf } from '../../enrolments/dues/queries.server'
import { balanceOf, toCents } from '../../enrolments/dues/rules'
import { holdsSeat, isLive } from '../../enrolments/enrolments.sql'
import { today } from '../../runtime/clock'
import { inTurns } from '../../runtime/turns.server'
import { createLineMatcher, type PayableEnrolment, type Proposals, referencesIn } from './matching.rules'
import { registeredLineKeys } from './registered.queries.server'
import { type CountedLine, lineKey } from './rules'

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
  const matchLine = createLineMatcher(await payableEnrolments(staff, unregistered))
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

/** Compares two lines by day, then by their places in the statement. */
const inOrderOfDays = (a: CountedLine, b: CountedLine) => a.day.localeCompare(b.day) || a.line - b.line

/**
 * Returns the enrolments that the lines name and that have not ended, and up to `MOST_COMPARED` others with open dues.
 */
async function payableEnrolments(_staff: Staff, lines: readonly CountedLine[]): Promise<PayableEnrolment[]> {
  const namedReferences = [...new Set(lines.flatMap(({ text }) => referencesIn(text).numbers))]
  const columns = {
    id: userCourses.id,
    reference: userCourses.reference,
    firstName: profiles.firstName,
    lastName: profiles.lastName,
    company: profiles.company,
    course: courses.title,
    paid: balances.paid,
  }
  const hasOpenDues = and(holdsSeat, isNotNull(balances.openSince))
  const selectEnrolments = () =>
    db
      .select(columns)
      .from(userCourses)
      .innerJoin(profiles, eq(profiles.id, userCourses.userId))
      .innerJoin(courses, eq(courses.id, userCourses.courseId))
      .leftJoin(balances, eq(balances.enrolmentId, userCourses.id))
  const [namedRows, earliestRows] = await Promise.all([
    selectEnrolments().where(and(isLive, inArray(userCourses.reference, namedReferences))),
    selectEnrolments()
      .where(hasOpenDues)
      .orderBy(asc(balances.openSince), asc(userCourses.id))
      .limit(MOST_COMPARED),
  ])
  const rows = [...new Map([...namedRows, ...earliestRows].map((row) => [row.id, row])).values()]
  const dues = await duesOf(rows.map(({ id }) => id))
  return rows.map(({ firstName, lastName, paid, ...enrolment }) => {
    const { dues: balancedDues } = balanceOf(
      dues.get(enrolment.id) ?? [],
      [{ cents: toCents(paid ?? 0) }],
      today(),
    )
    const openDues = balancedDues.map((due) => due.open).filter((cents) => cents > 0)
    return { ...enrolment, name: `${firstName} ${lastName}`, openDues }
  })
}
