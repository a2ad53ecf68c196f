import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, aMember, anAdmin, decided, emptyDatabase } from '../../tests/world'
import type { Admin, Member } from '../accounts/rules'
import { db } from '../database/client.server'
import { courses, userCourses } from '../database/schema'
import { sendMessage } from '../messages/commands.server'

const site = await wholeSite(await import('../entry.server'))
let admin: Admin
let ada: Member
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin()
  ada = await aMember('ada')
})

const page = async () => (await site(aRequest(`/admin/people/${ada.id}`, await cookieOf(admin.email)))).text()

test('a rejected request has a button to reopen it, unless its course was deleted', async () => {
  const course = await aCourse()
  await db.insert(userCourses).values({ userId: ada.id, courseId: course.id, ...decided('rejected') })
  expect(await page()).toContain('value="reopen"')
  await db.update(courses).set({ archivedAt: new Date() })
  expect(await page()).not.toContain('value="reopen"')
})

test('a message in the history leads to the messages of its edition, unless the edition was deleted', async () => {
  const course = await aCourse({ title: 'Ceramica' })
  const [enrolment] = await db
    .insert(userCourses)
    .values({ userId: ada.id, courseId: course.id, ...decided('approved') })
    .returning()
  const message = { subject: 'Aula', text: 'Al piano terra', attachments: [], key: randomUUID() }
  await sendMessage(admin, course.id, { ...message, to: [enrolment?.id ?? ''] })
  const address = `/admin/courses/${course.id}/messaggi`
  expect(await page()).toContain(address)
  await db.update(courses).set({ archivedAt: new Date() })
  const html = await page()
  expect(html).not.toContain(address)
  expect(html).toMatch(/Messaggio agli iscritti: <b>Aula<\/b>,.*Ceramica/s)
})

test('the enrolments are counted as such, since one may be rejected, or one of two in a course', async () => {
  const [course, other] = [await aCourse(), await aCourse()]
  await db.insert(userCourses).values([
    { userId: ada.id, courseId: course.id, ...decided('rejected') },
    { userId: ada.id, courseId: other.id, ...decided('completed') },
  ])
  expect(await page()).toContain('2 iscrizioni')
})
