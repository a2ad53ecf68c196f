import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { personColumns } from '../accounts/people.sql'
import { awaitsActivation, isNotDeleted, matchesPersonSearch } from '../accounts/queries.server'
import { type Admin, SESSION_DAYS, type Staff } from '../accounts/rules'
import { db } from '../database/client.server'
import { keysetConditions, keysetPage, type PageBounds } from '../database/keyset.server'
import { balances, courses, profiles, secondFactors, sessions, userCourses } from '../database/schema'
import { lateSumsOf } from '../enrolments/balances.queries.server'
import { isDueLate } from '../enrolments/balances.sql'
import { awaitsAnswerSince, holdsSeat, isLive, isUndecided } from '../enrolments/enrolments.sql'
import { today } from '../runtime/clock'
import type { PeopleChoice } from './people-list.rules'

/** Rows on a page of the list. */
export const PEOPLE_PAGE_SIZE = 25

/** SQL: the names as the list orders them, by the rules of Unicode. */
const lastName = sql`${profiles.lastName} collate "und-x-icu"`
const firstName = sql`${profiles.firstName} collate "und-x-icu"`

/**
 * SQL: whether a person has a row in `table` that meets the condition, which begins with 'and'. It counts rows, because
 * for `exists` PostgreSQL may scan the whole table. The text names the table of `id`, since Drizzle writes a column
 * without its table.
 */
function hasRow(table: typeof secondFactors | typeof sessions | typeof userCourses, condition = sql``) {
  return sql<boolean>`(select count(*) > 0 from ${table} where user_id = ${profiles}.id ${condition})`
}

/** SQL: whether a person has a session that has neither expired nor reached the `SESSION_DAYS` of the role. */
export const isSignedIn = hasRow(
  sessions,
  sql`and expires_at > now() and created_at > now() - interval '1 day' *
    case ${profiles}.role when 'member' then ${SESSION_DAYS.member}::int
      when 'secretary' then ${SESSION_DAYS.secretary}::int else ${SESSION_DAYS.admin}::int end`,
)

/** SQL: whether a person has set up the second factor. */
export const hasSecondFactor = hasRow(secondFactors)

/** SQL: whether a person has a pending request. */
const hasPendingRequest = inArray(
  profiles.id,
  db
    .select({ id: userCourses.userId })
    .from(userCourses)
    .where(and(eq(userCourses.status, 'pending'), isLive)),
)

/** SQL: whom each choice of the list shows, except 'da-pagare', which depends on the day (`isLateNow`). */
const CHOICE_CONDITIONS = {
  iscritte: hasRow(userCourses, sql`and ${holdsSeat}`),
  'in-attesa': hasPendingRequest,
  // Members without an enrolment in any state: somebody whose request was rejected is not among them.
  'mai-iscritte': sql`(${eq(profiles.role, 'member')} and not ${hasRow(userCourses)})`,
  'da-attivare': awaitsActivation,
  segreteria: eq(profiles.role, 'secretary'),
  amministratori: eq(profiles.role, 'admin'),
} satisfies Record<Exclude<PeopleChoice, 'da-pagare'>, SQL | undefined>

/** SQL: whether a person is late with a due of one of their seats. */
const isLateNow = () =>
  inArray(
    profiles.id,
    db
      .select({ id: userCourses.userId })
      .from(balances)
      .innerJoin(userCourses, eq(userCourses.id, balances.enrolmentId))
      .where(and(isDueLate(today()), holdsSeat)),
  )

/** The account of a person, as the list shows it. */
const accountColumns = {
  ...personColumns,
  emailVerified: profiles.emailVerified,
  invitedAt: profiles.invitedAt,
  role: profiles.role,
}

/**
 * Returns one page of people by last name, each with the most urgent enrolment. `text`: what `matchesPersonSearch`
 * looks for; `choice`: whom the list shows, '' for everybody; `after`, `before`: the id of the person beyond whom the
 * page is.
 */
export async function peoplePage(
  staff: Staff,
  { text, choice = '' }: { text: string; choice?: PeopleChoice | '' },
  { after, before }: PageBounds<string> = {},
) {
  const conditions = [matchesPersonSearch(text), conditionOf(choice), isNotDeleted]
  const bounds = { after: await personPosition(after), before: await personPosition(before) }
  const { rows, ...pages } = await keysetPage(PEOPLE_PAGE_SIZE, bounds, (from, limit) =>
    readPeople(conditions, from, limit),
  )
  return { people: await withEnrolments(staff, rows), ...pages }
}

function conditionOf(choice: PeopleChoice | ''): SQL | undefined {
  if (choice === 'da-pagare') return isLateNow()
  return choice ? CHOICE_CONDITIONS[choice] : undefined
}

/** The place of a person in the order of the list. Undefined for an unknown id, which gives the first page. */
async function personPosition(id: string | undefined): Promise<SQL | undefined> {
  if (!id) return undefined
  const [person] = await db
    .select({ lastName: profiles.lastName, firstName: profiles.firstName })
    .from(profiles)
    .where(eq(profiles.id, id))
  return person && sql`(${person.lastName}, ${person.firstName}, ${id})`
}

/** Reads the rows of a page, beyond a person (`bounds`), in the order of the list. */
async function readPeople(conditions: (SQL | undefined)[], bounds: PageBounds<SQL>, limit: number) {
  const { beyond, by } = keysetConditions(sql`(${lastName}, ${firstName}, ${profiles.id})`, bounds, {
    descending: false,
  })
  const rows = await db
    .select(accountColumns)
    .from(profiles)
    .where(and(...conditions, beyond))
    .orderBy(by(lastName), by(firstName), by(profiles.id))
    .limit(limit)
  return bounds.before ? rows.reverse() : rows
}

/**
 * Adds to each person the most urgent of the live enrolments, with the number of the others, ended ones included, and
 * the sum of late dues; both are undefined without one. Enrolments in archived courses are the least urgent.
 */
async function withEnrolments<Person extends { id: string }>(staff: Staff, people: Person[]) {
  const ids = people.map(({ id }) => id)
  const { userId, status, requestedAt } = userCourses
  const isArchived = sql<boolean>`${courses.archivedAt} is not null`
  const rows = await db
    .selectDistinctOn([userId], {
      userId,
      status,
      awaitsAnswerSince,
      isUndecided: sql<boolean>`${isUndecided}`,
      course: courses.title,
      isArchived,
      others: sql<number>`(select count(*)::int - 1 from ${userCourses} as listed where listed.user_id = ${userId})`,
    })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(and(inArray(userId, ids), isLive))
    .orderBy(
      userId,
      isArchived,
      sql`${isUndecided} desc`,
      sql`array_position(array['in_progress', 'approved', 'pending', 'completed', 'rejected'], ${status})`,
      requestedAt,
      userCourses.id,
    )
  const mostUrgent = new Map(rows.map((row) => [row.userId, row]))
  const lateSums = await lateSumsOf(staff, ids)
  return people.map((person) => ({
    ...person,
    enrolment: mostUrgent.get(person.id),
    lateSum: lateSums.get(person.id),
  }))
}

export type ListedPerson = Awaited<ReturnType<typeof peoplePage>>['people'][number]

/** Counts the administrators. */
export function administratorsCount(_admin: Admin): Promise<number> {
  return db.$count(profiles, eq(profiles.role, 'admin'))
}

/**
 * Counts the people whom a search finds: all of them, and those of each choice, except 'iscritte' and 'mai-iscritte',
 * which are shown without a number.
 */
export async function peopleCounts(_staff: Staff, text: string) {
  const countOf = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition}))::int`
  const [counts] = await db
    .select({
      all: sql<number>`count(*)::int`,
      'in-attesa': countOf(hasPendingRequest),
      'da-pagare': countOf(isLateNow()),
      'da-attivare': countOf(CHOICE_CONDITIONS['da-attivare']),
      segreteria: countOf(CHOICE_CONDITIONS.segreteria),
      amministratori: countOf(CHOICE_CONDITIONS.amministratori),
    })
    .from(profiles)
    .where(and(matchesPersonSearch(text), isNotDeleted))
  return counts
}
