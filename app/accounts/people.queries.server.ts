import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { db } from '../database/client.server'
import { courses, profiles, userCourses } from '../database/schema'
import { holds, present } from './queries.server'
import { type Admin, isPersonId, type Role, wordsOf } from './rules'

/** People on one page of the list. */
export const PAGE = 25

const lastName = sql`${profiles.lastName} collate "und-x-icu"`
const firstName = sql`${profiles.firstName} collate "und-x-icu"`

const listed = {
  id: profiles.id,
  email: profiles.email,
  emailVerified: profiles.emailVerified,
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  company: profiles.company,
  phone: profiles.phone,
  role: profiles.role,
  createdAt: profiles.createdAt,
}

/** Behind or before the person with this id, in the order of the list. */
type Place = { after?: string | undefined; before?: string | undefined }

/**
 * One page of people by last name, with their enrolments by state, and the ids from which the pages beside it go on.
 * `text` is looked for in name, e-mail and company. Where there is nobody before, it is the first page.
 */
export async function peoplePage(
  _admin: Admin,
  { text, role }: { text: string; role?: Role | undefined },
  { after, before }: Place = {},
) {
  const wanted = [...wordsOf(text).map(holds), role && eq(profiles.role, role), present]
  const upTo = before ? await beside('<', before) : undefined
  if (upTo) {
    const found = await read([...wanted, upTo], 'backwards')
    if (found.length > PAGE) {
      const people = found.slice(0, PAGE).reverse()
      return { people: await withEnrolments(people), back: people.at(0)?.id, onward: people.at(-1)?.id }
    }
  }
  const start = after && !before ? await beside('>', after) : undefined
  const found = await read([...wanted, start], 'forwards')
  const people = found.slice(0, PAGE)
  return {
    people: await withEnrolments(people),
    back: start && people.at(0)?.id,
    onward: found.length > PAGE ? people.at(-1)?.id : undefined,
  }
}

/** Everybody on one side of a person; of somebody who is gone, undefined: from the beginning. */
async function beside(side: '<' | '>', id: string): Promise<SQL | undefined> {
  const [person] = await db
    .select({ lastName: profiles.lastName, firstName: profiles.firstName })
    .from(profiles)
    .where(eq(profiles.id, id))
  if (!person) return undefined
  const here = sql`(${person.lastName}, ${person.firstName}, ${id})`
  return sql`(${lastName}, ${firstName}, ${profiles.id}) ${sql.raw(side)} ${here}`
}

function read(conditions: (SQL | undefined)[], direction: 'forwards' | 'backwards') {
  const by = direction === 'forwards' ? asc : desc
  return db
    .select(listed)
    .from(profiles)
    .where(and(...conditions))
    .orderBy(by(lastName), by(firstName), by(profiles.id))
    .limit(PAGE + 1)
}

async function withEnrolments<Person extends { id: string }>(people: Person[]) {
  const ids = people.map(({ id }) => id)
  const counts = await db
    .select({ userId: userCourses.userId, status: userCourses.status, courses: count() })
    .from(userCourses)
    .where(inArray(userCourses.userId, ids))
    .groupBy(userCourses.userId, userCourses.status)
  return people.map((person) => ({
    ...person,
    enrolments: counts.filter(({ userId }) => userId === person.id),
  }))
}

export type ListedPerson = Awaited<ReturnType<typeof peoplePage>>['people'][number]

/** How many administrators there are. */
export function administratorsCount(_admin: Admin): Promise<number> {
  return db.$count(profiles, eq(profiles.role, 'admin'))
}

/** One person, or undefined. */
export async function personById(_admin: Admin, id: string) {
  if (!isPersonId(id)) return undefined
  const [person] = await db.select(listed).from(profiles).where(eq(profiles.id, id))
  return person
}

/** Every enrolment of a person, the newest request first: one for each course at most, asked for by hand, so no pages. */
export function enrolmentsOfPerson(_admin: Admin, id: string) {
  return db
    .select({
      id: userCourses.id,
      status: userCourses.status,
      requestedAt: userCourses.requestedAt,
      course: { id: courses.id, title: courses.title, archivedAt: courses.archivedAt },
    })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(eq(userCourses.userId, id))
    .orderBy(desc(userCourses.requestedAt), desc(userCourses.id))
}
