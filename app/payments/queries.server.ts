import { addDays, formatISO, parseISO, startOfMonth } from 'date-fns'
import { and, asc, desc, eq, gte, isNotNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { inOrderOfNames } from '../accounts/people.sql'
import type { Staff } from '../accounts/rules'
import { db } from '../database/client.server'
import { balances, courses, dues, payments, profiles, userCourses } from '../database/schema'
import { containsText } from '../database/search.server'
import { balancesOf } from '../enrolments/dues/queries.server'
import { type Balance, balanceOf } from '../enrolments/dues/rules'
import { holdsSeat } from '../enrolments/enrolments.sql'
import { isId } from '../parsing/text.rules'
import { today } from '../runtime/clock'
import { AHEAD_DAYS, PAYMENTS_PAGE, type PaymentView } from './rules'

const person = {
  id: profiles.id,
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  email: profiles.email,
  company: profiles.company,
  phone: profiles.phone,
}
const course = {
  id: courses.id,
  title: courses.title,
  startDate: courses.startDate,
  place: courses.place,
  seriesId: courses.seriesId,
}

const NOTHING: Balance = balanceOf([], [], '')

/** An enrolment, ended ones too, with what it owes and each payment, newest first; undefined where there is none. */
export async function payerById(_staff: Staff, id: string) {
  if (!isId(id)) return undefined
  const [enrolment] = await db
    .select({ id: userCourses.id, status: userCourses.status, ending: userCourses.ending, person, course })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(eq(userCourses.id, id))
  if (!enrolment) return undefined
  const received = await db
    .select({
      id: payments.id,
      amount: payments.amount,
      receivedOn: payments.receivedOn,
      method: payments.method,
      note: payments.note,
    })
    .from(payments)
    .where(eq(payments.enrolmentId, id))
    .orderBy(desc(payments.receivedOn), desc(payments.registeredAt))
  const balance = (await balancesOf([id])).get(id) ?? NOTHING
  return { ...enrolment, balance, payments: received }
}

/** Everybody with a seat in an edition who has dues or payments, who is late first, then by name. */
export async function payersOf(_staff: Staff, courseId: string) {
  const rows = await db
    .select({ id: userCourses.id, reference: userCourses.reference, person })
    .from(userCourses)
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(and(eq(userCourses.courseId, courseId), holdsSeat))
    .orderBy(...inOrderOfNames, asc(userCourses.id))
  const balanceOfEach = await balancesOf(rows.map(({ id }) => id))
  const payers = rows.flatMap((row) => {
    const balance = balanceOfEach.get(row.id)
    return balance ? [{ ...row, balance }] : []
  })
  return payers.toSorted((a, b) => Number(b.balance.late > 0) - Number(a.balance.late > 0))
}
export type Payer = Awaited<ReturnType<typeof payersOf>>[number]

/** What was due before `until` and is not paid, in euros, of a row of `balances`. */
const openBefore = (until: string) =>
  sql<number>`((select coalesce(sum(due.amount), 0) from ${dues} as due
    where due.enrolment_id = ${balances.enrolmentId} and due.due_on < ${until}::date) - greatest(${balances.paid}, 0))`.mapWith(
    Number,
  )

const after = (day: string, days: number) =>
  formatISO(addDays(parseISO(day), days), { representation: 'date' })

/** Which enrolments are late, or have a due in the next days. */
function isIn(view: Exclude<PaymentView, 'incassati'>, day: string): SQL | undefined {
  const isOpen = and(isNotNull(balances.openSince), holdsSeat)
  return view === 'scaduti'
    ? and(isOpen, lt(balances.openSince, day))
    : and(isOpen, gte(balances.openSince, day), lte(balances.openSince, after(day, AHEAD_DAYS)))
}

type Filter = { text: string; office: string; page: number }

const matching = ({ text, office }: Filter) =>
  and(
    office ? eq(courses.place, office) : undefined,
    ...text
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => containsText(profiles.searchText, word)),
  )

/** Enrolments with an open due, the one that is open longest first. */
export async function openPayments(_staff: Staff, view: Exclude<PaymentView, 'incassati'>, filter: Filter) {
  const day = today()
  const until = view === 'scaduti' ? day : after(day, AHEAD_DAYS + 1)
  return db
    .select({ id: userCourses.id, since: balances.openSince, open: openBefore(until), person, course })
    .from(balances)
    .innerJoin(userCourses, eq(userCourses.id, balances.enrolmentId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(and(isIn(view, day), matching(filter)))
    .orderBy(asc(balances.openSince), asc(balances.enrolmentId))
    .limit(PAYMENTS_PAGE + 1)
    .offset((filter.page - 1) * PAYMENTS_PAGE)
}
export type OpenPayment = Awaited<ReturnType<typeof openPayments>>[number]

/** Payments and refunds, those of the last days first. */
export function receivedPayments(_staff: Staff, filter: Filter) {
  return db
    .select({
      id: payments.id,
      enrolmentId: payments.enrolmentId,
      amount: payments.amount,
      receivedOn: payments.receivedOn,
      method: payments.method,
      note: payments.note,
      person,
      course,
    })
    .from(payments)
    .innerJoin(userCourses, eq(userCourses.id, payments.enrolmentId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(matching(filter))
    .orderBy(desc(payments.receivedOn), desc(payments.id))
    .limit(PAYMENTS_PAGE + 1)
    .offset((filter.page - 1) * PAYMENTS_PAGE)
}
export type ReceivedPayment = Awaited<ReturnType<typeof receivedPayments>>[number]

/** The figures above the list, in euros: what is late, what comes, and what has come since the first of the month. */
export async function paymentFigures(_staff: Staff) {
  const day = today()
  const sumOf = async (view: Exclude<PaymentView, 'incassati'>, until: string) => {
    const [row] = await db
      .select({
        people: sql`count(*)`.mapWith(Number),
        euros: sql`coalesce(sum(${openBefore(until)}), 0)`.mapWith(Number),
      })
      .from(balances)
      .innerJoin(userCourses, eq(userCourses.id, balances.enrolmentId))
      .where(isIn(view, day))
    return row ?? { people: 0, euros: 0 }
  }
  const month = formatISO(startOfMonth(parseISO(day)), { representation: 'date' })
  const [received] = await db
    .select({
      people: sql`count(*)`.mapWith(Number),
      euros: sql`coalesce(sum(${payments.amount}), 0)`.mapWith(Number),
    })
    .from(payments)
    .where(gte(payments.receivedOn, month))
  return {
    late: await sumOf('scaduti', day),
    ahead: await sumOf('in-arrivo', after(day, AHEAD_DAYS + 1)),
    received: received ?? { people: 0, euros: 0 },
  }
}
