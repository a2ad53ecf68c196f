import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { awaitsActivation, findsPerson, isNotDeleted } from '../accounts/queries.server'
import { type Admin, isPersonId, type Role, SESSION_DAYS } from '../accounts/rules'
import { db } from '../database/client.server'
import { type Around, keysetPage, readBeyond } from '../database/keyset.server'
import { courses, profiles, secondFactors, sessions, userCourses } from '../database/schema'
import { isLive } from '../enrolments/enrolments.sql'

export const PEOPLE_PAGE = 25

const lastName = sql`${profiles.lastName} collate "und-x-icu"`
const firstName = sql`${profiles.firstName} collate "und-x-icu"`

/** A count: for `exists` PostgreSQL may scan the other table. Columns are qualified by hand, since Drizzle omits the table. */
function hasRow(table: typeof secondFactors | typeof sessions, condition = sql``) {
  return sql<boolean>`(select count(*) > 0 from ${table} where user_id = ${profiles}.id ${condition})`
}

/** As in `livingSession`. */
export const signedIn = hasRow(
  sessions,
  sql`and expires_at > now() and created_at > now() - interval '1 day' *
    case ${profiles}.role when 'admin' then ${SESSION_DAYS.admin}::int else ${SESSION_DAYS.member}::int end`,
)

export const hasSecondFactor = hasRow(secondFactors)

const listed = {
  id: profiles.id,
  email: profiles.email,
  emailVerified: profiles.emailVerified,
  invitedAt: profiles.invitedAt,
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  company: profiles.company,
  phone: profiles.phone,
  role: profiles.role,
  secondFactor: hasSecondFactor,
  signedIn,
  createdAt: profiles.createdAt,
}

/** One page by last name, with enrolments by state, by keyset. `text`: `findsPerson`. */
export async function peoplePage(
  _admin: Admin,
  { text, role, toActivate = false }: { text: string; role?: Role | undefined; toActivate?: boolean },
  { after, before }: Around<string> = {},
) {
  const wanted = [
    findsPerson(text),
    role && eq(profiles.role, role),
    toActivate ? awaitsActivation : undefined,
    isNotDeleted,
  ]
  const around = { after: await personPosition(after), before: await personPosition(before) }
  const { rows, ...beside } = await keysetPage(PEOPLE_PAGE, around, (from, limit) =>
    read(wanted, from, limit),
  )
  return { people: await withEnrolments(rows), ...beside }
}

/** Undefined for an unknown id: then the first page. */
async function personPosition(id: string | undefined): Promise<SQL | undefined> {
  if (!id) return undefined
  const [person] = await db
    .select({ lastName: profiles.lastName, firstName: profiles.firstName })
    .from(profiles)
    .where(eq(profiles.id, id))
  return person && sql`(${person.lastName}, ${person.firstName}, ${id})`
}

async function read(wanted: (SQL | undefined)[], around: Around<SQL>, limit: number) {
  const { beyond, by } = readBeyond(sql`(${lastName}, ${firstName}, ${profiles.id})`, around, false)
  const rows = await db
    .select(listed)
    .from(profiles)
    .where(and(...wanted, beyond))
    .orderBy(by(lastName), by(firstName), by(profiles.id))
    .limit(limit)
  return around.before ? rows.reverse() : rows
}

async function withEnrolments<Person extends { id: string }>(people: Person[]) {
  const ids = people.map(({ id }) => id)
  const counts = await db
    .select({ userId: userCourses.userId, status: userCourses.status, courses: count() })
    .from(userCourses)
    .where(and(inArray(userCourses.userId, ids), isLive))
    .groupBy(userCourses.userId, userCourses.status)
  return people.map((person) => ({
    ...person,
    enrolments: counts.filter(({ userId }) => userId === person.id),
  }))
}

export type ListedPerson = Awaited<ReturnType<typeof peoplePage>>['people'][number]

export function administratorsCount(_admin: Admin): Promise<number> {
  return db.$count(profiles, eq(profiles.role, 'admin'))
}

/** People whom the office entered and who have not chosen a password yet. */
export function toActivateCount(_admin: Admin): Promise<number> {
  return db.$count(profiles, awaitsActivation)
}

export async function personById(_admin: Admin, id: string) {
  if (!isPersonId(id)) return undefined
  const [person] = await db.select(listed).from(profiles).where(eq(profiles.id, id))
  return person
}

/** Newest first, without pages: one per course at most. */
export function enrolmentsOfPerson(_admin: Admin, id: string) {
  return db
    .select({
      id: userCourses.id,
      status: userCourses.status,
      requestedAt: userCourses.requestedAt,
      course: {
        id: courses.id,
        title: courses.title,
        startDate: courses.startDate,
        place: courses.place,
        archivedAt: courses.archivedAt,
      },
    })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(eq(userCourses.userId, id))
    .orderBy(desc(userCourses.requestedAt), desc(userCourses.id))
}
