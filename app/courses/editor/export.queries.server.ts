import { and, asc, inArray, isNull, sql } from 'drizzle-orm'
import { present } from '../../accounts/queries.server'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { courses, holdsSeat, profiles, seatsTaken, userCourses } from '../../database/schema'

/** Rows of one statement. */
const BATCH = 100

/** E-mails per course: more than a cell holds. */
const EMAILS_READ = 2_000

type Exported = Awaited<ReturnType<typeof facts>>[number] & { enrolled: number; emails: string[] }

type Tell = <Result>(sentence: string, work: PromiseLike<Result>) => Promise<Result>

/** Courses that are not archived with the e-mails of participants (decisions §3), in batches; the ids are read first. */
export async function* coursesWithPeople(_admin: Admin, tell: Tell): AsyncGenerator<Exported[]> {
  const ids = await tell('Impossibile caricare i dati: il database non risponde', allIds())
  for (let start = 0; start < ids.length; start += BATCH) {
    const some = ids.slice(start, start + BATCH)
    const rows = await tell('Impossibile caricare i dati: il database non risponde', facts(some))
    const enrolled = await tell('Errore nel recuperare le iscrizioni', people(some))
    const emails = await tell('Errore nel recuperare i profili', emailsOf([...enrolled.values()].flat()))
    const totals = await tell('Errore nel recuperare le iscrizioni', seats(some))
    yield some.flatMap((id) => {
      const course = rows.find((row) => row.id === id)
      if (!course) return []
      const known = (enrolled.get(id) ?? []).map((userId) => emails.get(userId) ?? '').filter(Boolean)
      return [{ ...course, enrolled: totals.get(id) ?? 0, emails: known.sort() }]
    })
  }
}

async function allIds(): Promise<string[]> {
  const rows = await db
    .select({ id: courses.id })
    .from(courses)
    .where(isNull(courses.archivedAt))
    .orderBy(asc(courses.comingSoon), sql`${courses.createdAt} desc`, asc(courses.id))
  return rows.map(({ id }) => id)
}

async function facts(ids: string[]) {
  return db
    .select({
      id: courses.id,
      title: courses.title,
      description: courses.description,
      price: courses.price,
      startDate: courses.startDate,
    })
    .from(courses)
    .where(inArray(courses.id, ids))
}

async function people(courseIds: string[]): Promise<Map<string, string[]>> {
  const places = sql`select ${userCourses.userId} from ${userCourses}
    where ${userCourses.courseId} = course.id and ${holdsSeat} limit ${EMAILS_READ}`
  const { rows } = await db.execute<{ id: string; people: string[] }>(
    sql`select id, array(${places}) as people from unnest(${sql.param(courseIds)}::uuid[]) as course (id)`,
  )
  return new Map(rows.map(({ id, people }) => [id, people]))
}

async function seats(courseIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: courses.id, seatsTaken })
    .from(courses)
    .where(inArray(courses.id, courseIds))
  return new Map(rows.map(({ id, seatsTaken }) => [id, seatsTaken]))
}

async function emailsOf(ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: profiles.id, email: profiles.email })
    .from(profiles)
    .where(and(sql`${profiles.id} = any(${sql.param([...new Set(ids)])}::text[])`, present))
  return new Map(rows.map(({ id, email }) => [id, email]))
}
