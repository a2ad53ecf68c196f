import {
  and,
  asc,
  between,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { payingCompany } from '../accounts/people.sql'
import { isDeletedAccount, type Staff } from '../accounts/rules'
import { minimumCondition } from '../courses/minimum.rules'
import { isCalledOff } from '../courses/rules'
import { db } from '../database/client.server'
import {
  balances,
  billingDetails,
  courses,
  dues,
  paymentReminders,
  payments,
  profiles,
  userCourses,
} from '../database/schema'
import { containsText } from '../database/search.server'
import { isDueLate, unpaidBefore } from '../enrolments/balances.sql'
import { dueColumns } from '../enrolments/dues/dues.server'
import { holdsSeat } from '../enrolments/enrolments.sql'
import { openRefund, paidBeforeRefund } from '../enrolments/refund.sql'
import { plusDays } from '../italian/days'
import { today } from '../runtime/clock'
import { siteSettings } from '../site/settings'
import {
  AHEAD_DAYS,
  type DueView,
  PAYMENTS_PAGE_SIZE,
  type PaymentFilter,
  type PaymentView,
  RECENT_PAYMENT_DAYS,
} from './list.rules'
import { paidCourseColumns, payerColumns, paymentColumns } from './payments.sql'
import { lateReminderDay } from './reminders/rules'

/**
 * SQL: whether an enrolment with a seat is in a view: its first open due is late, within `AHEAD_DAYS`, or of any day.
 */
function isInView(view: DueView, day: string): SQL | undefined {
  const conditions = {
    scaduti: isDueLate(day),
    'in-arrivo': between(balances.openSince, day, plusDays(day, AHEAD_DAYS)),
    'da-versare': isNotNull(balances.openSince),
  }
  return and(conditions[view], holdsSeat)
}

type PagedFilter = PaymentFilter & { page: number }

/** SQL: whether a word is in the data of a person, or in the name to which their invoices go. */
const hasWord = (word: string) =>
  or(
    containsText(profiles.searchText, word),
    inArray(
      profiles.id,
      db
        .select({ id: billingDetails.userId })
        .from(billingDetails)
        .where(containsText(sql`public.search_form(${billingDetails.name})`, word)),
    ),
  )

/** SQL: the day in Italy on which an enrolment has ended. */
const endedOn = sql`(${userCourses.endedAt} at time zone 'Europe/Rome')::date`

/** SQL: the month of a day, YYYY-MM. */
const monthOf = (day: SQLWrapper) => sql<string>`to_char(${day}, 'YYYY-MM')`

/** SQL: whether a day is in a month (YYYY-MM); no condition for ''. */
const isInMonth = (day: SQLWrapper, month: string) =>
  month
    ? sql`${day} >= ${`${month}-01`}::date and ${day} < ${`${month}-01`}::date + interval '1 month'`
    : undefined

/** SQL: whether a row has the edition, the office and all words of a filter, and a day is in its month. */
const matchesFilter = ({ text, course, office, month }: PaymentFilter, day: SQLWrapper) =>
  and(
    course ? eq(courses.id, course) : undefined,
    office ? eq(courses.place, office) : undefined,
    ...text.split(/\s+/).filter(Boolean).map(hasWord),
    isInMonth(day, month),
  )

/**
 * SQL: the name of the paying company for comparison: 'Aquila & Figli S.r.l.' and 'Aquila e figli srl' are one company.
 */
const payingCompanyKey = sql`replace(public.letters_only(${payingCompany}), ' e ', ' ')`

/** SQL: the reminders that were sent for an enrolment. */
const sentReminders = sql`from ${paymentReminders} as reminded where reminded.enrolment_id = ${balances.enrolmentId}`

/**
 * SQL: `count`: how many reminders were sent for an enrolment; `lastSentOn`: the day of the last one, YYYY-MM-DD, null
 * without any; `isFirstSent`: whether the first reminder after the day of the first open due was sent.
 */
const reminderColumns = {
  count: sql`(select count(*) ${sentReminders})`.mapWith(Number),
  lastSentOn: sql<
    string | null
  >`(select (max(sent_at) at time zone 'Europe/Rome')::date::text ${sentReminders})`,
  isFirstSent: sql<boolean>`exists (select ${sentReminders} and reminded.kind = 'first' and exists (select from ${dues} as due
    where due.enrolment_id = reminded.enrolment_id and due.number = reminded.number and due.due_on = ${balances.openSince}))`,
}

/**
 * Lists the enrolments of a view, the earliest open due first: one page, and one row more if there is a next page.
 * `dueOn`: the day of the first open due; `open`: the unpaid euros that the view counts; `nextReminderOn`: the day on which the schedule reminds of a late due, YYYY-MM-DD,
 * null if it sends no reminder, for example because the edition is not confirmed yet or was called off.
 * @param isByCompany the rows of a company follow each other, people who pay themselves come last; `group` is the
 *   number of rows of the company, or of those people, in this view and the sum of `open`. Otherwise `group` has zeros
 */
export async function unpaidEnrolments(
  _staff: Staff,
  view: DueView,
  filter: PagedFilter,
  isByCompany = false,
) {
  const day = today()
  const unpaid = unpaidIn(view, day)
  const { openSince, enrolmentId } = balances
  const perCompany = sql`over (partition by ${payingCompanyKey})`
  const group = {
    count: sql`count(*) ${perCompany}`.mapWith(Number),
    euros: sql`sum(${unpaid}) ${perCompany}`.mapWith(Number),
  }
  const noGroup = { count: sql`0`.mapWith(Number), euros: sql`0`.mapWith(Number) }
  const companyOrder = [
    sql`${payingCompanyKey} is null`,
    sql`min(${openSince}) ${perCompany}`,
    payingCompanyKey,
  ]
  const rows = await db
    .select({
      id: userCourses.id,
      dueOn: openSince,
      open: unpaid,
      reminders: reminderColumns,
      payingCompany,
      groupKey: sql<string | null>`${payingCompanyKey}`,
      group: isByCompany ? group : noGroup,
      person: payerColumns,
      course: paidCourseColumns,
      terms: dueColumns,
    })
    .from(balances)
    .innerJoin(userCourses, eq(userCourses.id, balances.enrolmentId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .leftJoin(billingDetails, eq(billingDetails.userId, profiles.id))
    .where(and(isInView(view, day), matchesFilter(filter, openSince)))
    .orderBy(...(isByCompany ? companyOrder : []), asc(openSince), asc(enrolmentId))
    .limit(PAYMENTS_PAGE_SIZE + 1)
    .offset((filter.page - 1) * PAYMENTS_PAGE_SIZE)
  return rows.map(({ terms, ...row }) => {
    const isToBeReminded =
      siteSettings().payments.automaticReminders &&
      !row.reminders.isFirstSent &&
      !isDeletedAccount(row.person.email) &&
      minimumCondition(terms, day) === null &&
      !isCalledOff(terms)
    return { ...row, nextReminderOn: row.dueOn && isToBeReminded ? lateReminderDay(row.dueOn, day) : null }
  })
}
export type UnpaidEnrolment = Awaited<ReturnType<typeof unpaidEnrolments>>[number]

/** SQL: whether an enrolment has ended and money is to be given back. */
const isToRefund = and(
  isNotNull(userCourses.endedAt),
  isNotNull(userCourses.refundGround),
  gt(balances.paid, 0),
  gt(openRefund, 0),
)

/**
 * Selects the ended enrolments with money to give back, the earliest end first. `paid`, `open`: see `Refund`, in euros.
 */
const selectOpenRefunds = (condition: SQL | undefined) =>
  db
    .select({
      id: userCourses.id,
      endedAt: userCourses.endedAt,
      ending: userCourses.ending,
      paid: paidBeforeRefund,
      open: openRefund,
      person: payerColumns,
      course: paidCourseColumns,
    })
    .from(balances)
    .innerJoin(userCourses, eq(userCourses.id, balances.enrolmentId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(and(isToRefund, condition))
    .orderBy(asc(userCourses.endedAt), asc(userCourses.id))

/** Lists the ended enrolments with money to give back: one page, and one row more if there is a next page. */
export const openRefunds = (_staff: Staff, filter: PagedFilter) =>
  selectOpenRefunds(matchesFilter(filter, endedOn))
    .limit(PAYMENTS_PAGE_SIZE + 1)
    .offset((filter.page - 1) * PAYMENTS_PAGE_SIZE)

/** Lists all ended enrolments of an edition with money to give back. */
export const openRefundsOfEdition = (_staff: Staff, courseId: string) =>
  selectOpenRefunds(eq(userCourses.courseId, courseId))
export type OpenRefund = Awaited<ReturnType<typeof openRefunds>>[number]

/** Lists payments and refunds, the most recent day first: one page, and one row more if there is a next page. */
export const receivedPayments = (_staff: Staff, filter: PagedFilter) =>
  db
    .select({ ...paymentColumns, person: payerColumns, course: paidCourseColumns })
    .from(payments)
    .innerJoin(userCourses, eq(userCourses.id, payments.enrolmentId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(matchesFilter(filter, payments.receivedOn))
    .orderBy(desc(payments.receivedOn), desc(payments.id))
    .limit(PAYMENTS_PAGE_SIZE + 1)
    .offset((filter.page - 1) * PAYMENTS_PAGE_SIZE)
export type ReceivedPayment = Awaited<ReturnType<typeof receivedPayments>>[number]

/** The filter that leaves nothing out. */
export const ALL_PAYMENTS: PaymentFilter = { text: '', course: '', office: '', month: '' }

/** SQL: the unpaid euros of an enrolment that a view counts: late ones, all due within `AHEAD_DAYS` days, or all. */
function unpaidIn(view: DueView, day: string) {
  const firstDayNotCounted = {
    scaduti: day,
    'in-arrivo': plusDays(day, AHEAD_DAYS + 1),
    'da-versare': 'infinity',
  }
  return unpaidBefore(firstDayNotCounted[view])
}

/** SQL: counts rows and sums euros over them. */
const countAndSum = (euros: SQLWrapper) => ({
  count: sql`count(*)`.mapWith(Number),
  euros: sql`coalesce(sum(${euros}), 0)`.mapWith(Number),
})

/** Counts the enrolments that meet a condition on balances and sums euros over them. */
async function balanceSum(euros: SQL, condition: SQL | undefined) {
  const [sum = NO_SUM] = await db
    .select(countAndSum(euros))
    .from(balances)
    .innerJoin(userCourses, eq(userCourses.id, balances.enrolmentId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(condition)
  return sum
}
const NO_SUM = { count: 0, euros: 0 }

/** Counts the enrolments of a view and sums their unpaid euros. */
const unpaidSum = (view: DueView, filter: PaymentFilter, day = today()) =>
  balanceSum(unpaidIn(view, day), and(isInView(view, day), matchesFilter(filter, balances.openSince)))

/** Counts the enrolments with a late due. */
export async function lateCount(_staff: Staff): Promise<number> {
  const [row] = await db
    .select({ late: sql`count(*)`.mapWith(Number) })
    .from(balances)
    .innerJoin(userCourses, eq(userCourses.id, balances.enrolmentId))
    .where(isInView('scaduti', today()))
  return row?.late ?? 0
}

/** Counts the enrolments that are late and sums their late euros. */
export const lateSum = (_staff: Staff) => unpaidSum('scaduti', ALL_PAYMENTS)

/**
 * Lists the enrolments that have been late longest, at most `limit` (no more than `PAYMENTS_PAGE_SIZE`). `total`,
 * `euros`: how many enrolments are late, and the sum that is late.
 */
export async function lateEnrolments(staff: Staff, limit: number) {
  const [{ count, euros }, rows] = await Promise.all([
    lateSum(staff),
    unpaidEnrolments(staff, 'scaduti', { ...ALL_PAYMENTS, page: 1 }),
  ])
  return { total: count, euros, enrolments: rows.slice(0, limit) }
}

/**
 * Returns the figures above the list, in euros: late, due soon, to give back, and received (less refunds) in the month
 * of the filter, by default in this month. `count` counts enrolments, in `received` payments.
 */
export async function paymentFigures(_staff: Staff, filter = ALL_PAYMENTS) {
  const month = filter.month || today().slice(0, 7)
  const [received = NO_SUM] = await db
    .select(countAndSum(payments.amount))
    .from(payments)
    .innerJoin(userCourses, eq(userCourses.id, payments.enrolmentId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(matchesFilter({ ...filter, month }, payments.receivedOn))
  return {
    late: await unpaidSum('scaduti', filter),
    ahead: await unpaidSum('in-arrivo', filter),
    toRefund: await balanceSum(openRefund, and(isToRefund, matchesFilter(filter, endedOn))),
    received,
  }
}

/**
 * Returns what the list can be filtered by: the editions, offices and months (newest first) that occur in a view. For
 * received payments, which are many, the editions and offices of the last `RECENT_PAYMENT_DAYS` days, and each month
 * from the first payment to the last.
 * @param chosenEdition id of an edition to include in any case among received payments; '' for none
 */
export async function paymentChoices(_staff: Staff, view: PaymentView, chosenEdition = '') {
  if (view === 'incassati') {
    const recentEditions = db
      .selectDistinct(paidCourseColumns)
      .from(payments)
      .innerJoin(userCourses, eq(userCourses.id, payments.enrolmentId))
      .innerJoin(courses, eq(courses.id, userCourses.courseId))
      .where(gte(payments.receivedOn, plusDays(today(), -RECENT_PAYMENT_DAYS)))
    const chosen = db.select(paidCourseColumns).from(courses).where(eq(courses.id, chosenEdition))
    return choicesOf(
      await (chosenEdition ? recentEditions.union(chosen) : recentEditions),
      await monthsOfPayments(),
    )
  }
  const day = view === 'da-rimborsare' ? endedOn : balances.openSince
  const rows = await db
    .selectDistinct({ ...paidCourseColumns, month: monthOf(day) })
    .from(balances)
    .innerJoin(userCourses, eq(userCourses.id, balances.enrolmentId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(view === 'da-rimborsare' ? isToRefund : isInView(view, today()))
  return choicesOf(rows, rows)
}
export type PaymentChoices = Awaited<ReturnType<typeof paymentChoices>>

type EditionChoice = Pick<typeof courses.$inferSelect, keyof typeof paidCourseColumns>

/** Returns the editions, offices and months of rows, each once and in order. */
function choicesOf(editionRows: readonly EditionChoice[], monthRows: readonly { month: string }[]) {
  const editions = new Map(
    editionRows.map(({ id, title, startDate, place }) => [id, { id, title, startDate, place }]),
  )
  return {
    editions: [...editions.values()].toSorted(
      (a, b) => a.title.localeCompare(b.title, 'it') || (a.startDate ?? '').localeCompare(b.startDate ?? ''),
    ),
    offices: [...new Set(editionRows.flatMap(({ place }) => place ?? []))].toSorted(),
    months: [...new Set(monthRows.map(({ month }) => month))].toSorted().toReversed(),
  }
}

/** Returns each month from the first payment to the last, from the ends of the index instead of all payments. */
async function monthsOfPayments() {
  const { rows } = await db.execute<{ month: string }>(
    sql`select to_char(day, 'YYYY-MM') as month from (select min(${payments.receivedOn}) as first, max(${payments.receivedOn}) as last
      from ${payments}) as span, generate_series(date_trunc('month', first), last, interval '1 month') as day`,
  )
  return rows
}
