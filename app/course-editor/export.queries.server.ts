import { and, asc, inArray, isNull, sql } from 'drizzle-orm'
import { isNotDeleted } from '../accounts/queries.server'
import type { Staff } from '../accounts/rules'
import { peopleEnrolled } from '../courses/seats.sql'
import { db } from '../database/client.server'
import { courses, profiles, userCourses } from '../database/schema'
import { holdsSeat } from '../enrolments/enrolments.sql'

/** How many courses one statement reads. */
const BATCH_SIZE = 100

/**
 * So many participants of a course are read at most: their addresses are more than a cell of a spreadsheet can hold.
 */
const MOST_PARTICIPANTS = 2_000

type ExportedCourse = Awaited<ReturnType<typeof courseFacts>>[number] & {
  participantCount: number
  emails: string[]
}

type Explain = <Result>(sentence: string, query: PromiseLike<Result>) => Promise<Result>

/**
 * Yields the courses that are not archived, with their participants, in batches. `emails`: the addresses of
 * participants, sorted, at most `MOST_PARTICIPANTS`; `participantCount`: how many participants there are in all,
 * without deleted accounts unless there are `MOST_PARTICIPANTS` or more. `explain`: turns the failure of a query into
 * an error with this sentence.
 */
export async function* coursesWithPeople(_staff: Staff, explain: Explain): AsyncGenerator<ExportedCourse[]> {
  const ids = await explain('Impossibile caricare i dati: il database non risponde', allIds())
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batchIds = ids.slice(start, start + BATCH_SIZE)
    const rows = await explain('Impossibile caricare i dati: il database non risponde', courseFacts(batchIds))
    const participants = await explain('Errore nel recuperare le iscrizioni', participantsOf(batchIds))
    const emails = await explain(
      'Errore nel recuperare i profili',
      emailsOf([...participants.values()].flat()),
    )
    const totals = await explain('Errore nel recuperare le iscrizioni', participantCounts(batchIds))
    yield batchIds.flatMap((id) => {
      const course = rows.find((row) => row.id === id)
      if (!course) return []
      const userIds = participants.get(id) ?? []
      // Deleted accounts have no address and are left out.
      const addresses = userIds.map((userId) => emails.get(userId) ?? '').filter(Boolean)
      const participantCount = userIds.length < MOST_PARTICIPANTS ? addresses.length : (totals.get(id) ?? 0)
      return [{ ...course, participantCount, emails: addresses.sort() }]
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

/** The ids of people with a seat, by course; at most `MOST_PARTICIPANTS` for each. */
async function participantsOf(courseIds: string[]): Promise<Map<string, string[]>> {
  const participants = sql`select ${userCourses.userId} from ${userCourses}
    where ${userCourses.courseId} = course.id and ${holdsSeat} limit ${MOST_PARTICIPANTS}`
  const { rows } = await db.execute<{ id: string; people: string[] }>(
    sql`select id, array(${participants}) as people from unnest(${sql.param(courseIds)}::uuid[]) as course (id)`,
  )
  return new Map(rows.map(({ id, people }) => [id, people]))
}

/** How many people have a seat, by course; open offers do not count. */
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
