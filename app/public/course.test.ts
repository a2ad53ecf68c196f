import { beforeEach, expect, test } from 'vitest'
import { aContext, aPerson, aRequest, cookieOf } from '../../tests/people'
import { aCourse, emptyDatabase, tableDown } from '../../tests/world'
import { db } from '../database/client.server'
import { courseDocuments, userCourses } from '../database/schema'
import { loader } from './course.screen'

let course: Awaited<ReturnType<typeof aCourse>>
let cookie: string

beforeEach(async () => {
  await emptyDatabase()
  course = await aCourse()
  const member = await aPerson('ada')
  cookie = await cookieOf(member.email)
  await db.insert(userCourses).values({ userId: member.id, courseId: course.id, status: 'pending' })
  await db.insert(courseDocuments).values({
    ...{ courseId: course.id, fileName: 'Programma.pdf', filePath: 'a/b.pdf' },
    ...{ fileType: 'application/pdf', fileSize: 1, visibility: 'pubblico' },
  })
})

const load = () => {
  const request = aRequest(`/corsi/${course.slug}`, cookie)
  const asked = { request, params: { slug: course.slug }, context: aContext() }
  return loader(asked as unknown as Parameters<typeof loader>[0])
}

test('a course page shows the documents and the enrolment of its reader', async () => {
  const { standing, enrolled, documents } = await load()
  expect([standing.kind, enrolled]).toEqual(['pending', 'pending'])
  expect(documents.map(({ fileName }) => fileName)).toEqual(['Programma.pdf'])
})

test('a course page is shown without documents that cannot be read', async () => {
  await tableDown('course_documents')
  const page = await load()
  expect(page.course.title).toBe(course.title)
  expect(page).toMatchObject({ enrolled: 'pending', documents: [] })
})

test('a course page is shown without an enrolment that cannot be read', async () => {
  await tableDown('user_courses')
  const page = await load()
  expect(page.course.title).toBe(course.title)
  expect(page.enrolled).toBeNull()
  expect(page.standing.kind).toBe('open')
})

test('a course page is shown to a member whose session cannot be read', async () => {
  await tableDown('sessions')
  const page = await load()
  expect(page.course.title).toBe(course.title)
  expect(page.documents).toHaveLength(1)
})
