import { beforeEach, expect, test } from 'vitest'
import { aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, aMember, anAdmin, decided, emptyDatabase } from '../../tests/world'
import type { Admin, Member } from '../accounts/rules'
import { db } from '../database/client.server'
import { courses, userCourses } from '../database/schema'

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
