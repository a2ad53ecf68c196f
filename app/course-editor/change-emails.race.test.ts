/**
 * The office saves a course, and tells its people, while others ask for another edition. On a server: on several
 * connections.
 */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../tests/world'
import { courseByKey } from '../courses/office.queries.server'
import { db } from '../database/client.server'
import { outgoingMail, userCourses } from '../database/schema'
import { requestEnrolment } from '../enrolments/request/commands.server'
import { prepareChangeEmails } from './change-emails.server'
import { updateCourse } from './commands.server'
import { readCourse, writeCourse } from './rules'

beforeEach(emptyDatabase)

const ROUNDS = 10

test('a notice about an edition and requests for another one cause no deadlock', async () => {
  const admin = await anAdmin()
  const [first = '', last = ''] = [crypto.randomUUID(), crypto.randomUUID()].sort()
  const { seriesId } = await aCourse({ id: first }, [{ startDate: inDays(60) }])
  await aCourse({ id: last, seriesId }, [{ startDate: inDays(70) }])
  const ada = await aMember('ada')
  await db.insert(userCourses).values({ userId: ada.id, courseId: last, ...decided('approved') })
  for (let round = 0; round < ROUNDS; round++) {
    const stored = await courseByKey(admin, last)
    if (!stored) throw new Error('The course is there')
    const { version, slug: address } = stored
    const { course } = readCourse({ ...writeCourse(stored), location: `Fermo ${round}` })
    const emails = await prepareChangeEmails(admin, stored, course)
    if (!emails) throw new Error('The place changes')
    const people = await Promise.all([0, 1, 2, 3].map((n) => aMember(`p${round}x${n}`)))
    const done = await Promise.allSettled([
      ...people.map((member) => requestEnrolment(member, first)),
      updateCourse(admin, last, course, { version, address, enqueueEmails: emails.send }),
    ])
    expect(done.filter((result) => result.status === 'rejected' || !result.value.ok)).toEqual([])
  }
  expect(await db.$count(outgoingMail, eq(outgoingMail.kind, 'edition-changed'))).toBe(ROUNDS)
})
