import { and, asc, inArray, isNull, sql } from 'drizzle-orm'
import { isNotDeleted } from '../accounts/queries.server'
import type { Staff } from '../accounts/rules'
import { peopleEnrolled } from '../courses/seats.sql'
import { db } from '../database/client.server'
import { courses, profiles, userCourses } from '../database/schema'
import { holdsSeat } from '../enrolments/enrolments.sql'

/** Courses that one statement reads. */
const BATCH = 100

/** Participants that are read per course, each for an e-mail address: more than a cell can hold. */
const EMAILS_READ = 2_000

type ExportedCourse = Awaited<ReturnType<typeof courseFacts>>[number] & { enrolled: number; emails: string[] }

type ReportFailure = <Result>(sentence: string, work: PromiseLike<Result>) => Promise<Result>

/**
 * Yields the courses that are not archived, with their participants, in batches. `emails`: the addresses of
 * participants, sorted, at most `EMAILS_READ`; `enrolled`: how many there are in all, deleted accounts left out if
 * fewer than `EMAILS_READ` people were read. `report`: names a failed query by its sentence.
 */
export async function* coursesWithPeople(
  _staff: Staff,
  report: ReportFailure,
): AsyncGenerator<ExportedCourse[]> {
  const ids = await report('Impossibile caricare i dati: il database non risponde', allIds())
  for (let start = 0; start < ids.length; start += BATCH) {
    const batchIds = ids.slice(start, start + BATCH)
    const rows = await report('Impossibile caricare i dati: il database non risponde', courseFacts(batchIds))
    const participants = await report('Errore nel recuperare le iscrizioni', participantsOf(batchIds))
    const emails = await report(
      'Errore nel recuperare i profili',
      emailsOf([...participants.values()].flat()),
    )
    const totals = await report('Errore nel recuperare le iscrizioni', participantCounts(batchIds))
    yield batchIds.flatMap((id) => {
      const course = rows.find((row) => row.id === id)
      if (!course) return []
      const read = participants.get(id) ?? []
      // Deleted accounts have no address and are left out.
      const known = read.map((userId) => emails.get(userId) ?? '').filter(Boolean)
      const total = read.length < EMAILS_READ ? known.length : (totals.get(id) ?? 0)
      return [{ ...course, enrolled: total, emails: known.sort() }]
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

async function courseFacts(ids: string[]) {
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

/** The ids of people with a seat in each course, at most `EMAILS_READ`. */
async function participantsOf(courseIds: string[]): Promise<Map<string, string[]>> {
  const participants = sql`select ${userCourses.userId} from ${userCourses}
    where ${userCourses.courseId} = course.id and ${holdsSeat} limit ${EMAILS_READ}`
  const { rows } = await db.execute<{ id: string; people: string[] }>(
    sql`select id, array(${participants}) as people from unnest(${sql.param(courseIds)}::uuid[]) as course (id)`,
  )
  return new Map(rows.map(({ id, people }) => [id, people]))
}

/** How many people have a seat in each course; open offers do not count. */
async function participantCounts(courseIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: courses.id, peopleEnrolled })
    .from(courses)
    .where(inArray(courses.id, courseIds))
  return new Map(rows.map(({ id, peopleEnrolled }) => [id, peopleEnrolled]))
}

async function emailsOf(ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: profiles.id, email: profiles.email })
    .from(profiles)
    .where(and(sql`${profiles.id} = any(${sql.param([...new Set(ids)])}::text[])`, isNotDeleted))
  return new Map(rows.map(({ id, email }) => [id, email]))
}
