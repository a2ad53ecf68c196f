import { and, asc, desc, inArray, isNull, sql } from 'drizzle-orm'
import { isNotDeleted } from '../accounts/queries.server'
import type { Staff } from '../accounts/rules'
import { db } from '../database/client.server'
import { courses, profiles, userCourses } from '../database/schema'
import { holdsSeat } from '../enrolments/enrolments.sql'

/** Of how many courses the participants are read at once. */
const BATCH_SIZE = 100

type Explain = <Result>(sentence: string, query: PromiseLike<Result>) => Promise<Result>

/**
 * Yields the courses that are not archived, with the sorted addresses of their participants (`emails`), in batches.
 * `explain`: turns the failure of a query into an error with this sentence.
 */
export async function* coursesWithPeople(_staff: Staff, explain: Explain) {
  const rows = await explain('Impossibile caricare i dati: il database non risponde', exportedCourses())
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const batch = rows.slice(start, start + BATCH_SIZE)
    const courseIds = batch.map(({ id }) => id)
    const participants = await explain('Errore nel recuperare le iscrizioni', participantsOf(courseIds))
    const userIds = participants.map(({ userId }) => userId)
    const emails = await explain('Errore nel recuperare i profili', emailsOf(userIds))
    const participantsByCourse = Map.groupBy(participants, ({ courseId }) => courseId)
    yield batch.map((course) => {
      const people = participantsByCourse.get(course.id) ?? []
      // Deleted accounts have no address and are left out.
      const addresses = people.flatMap(({ userId }) => emails.get(userId) ?? [])
      return { ...course, emails: addresses.sort() }
    })
  }
}

function exportedCourses() {
  const { id, title, description, price, startDate, comingSoon, createdAt, archivedAt } = courses
  return db
    .select({ id, title, description, price, startDate })
    .from(courses)
    .where(isNull(archivedAt))
    .orderBy(asc(comingSoon), desc(createdAt), asc(id))
}

/** The people with a seat in these courses. */
function participantsOf(courseIds: string[]) {
  const { courseId, userId } = userCourses
  return db
    .select({ courseId, userId })
    .from(userCourses)
    .where(and(inArray(courseId, courseIds), holdsSeat))
}

async function emailsOf(ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: profiles.id, email: profiles.email })
    .from(profiles)
    .where(and(sql`${profiles.id} = any(${sql.param([...new Set(ids)])}::text[])`, isNotDeleted))
  return new Map(rows.map(({ id, email }) => [id, email]))
}
