import { beforeEach, expect, test } from 'vitest'
import { emptyFolder } from '../../tests/files'
import { aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, aMember, aSecretary, decided, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { userCourses } from '../database/schema'
import { MAX_FILE_BYTES } from './rules'

beforeEach(async () => {
  emptyFolder()
  await emptyDatabase()
})

test('what was typed beside a file that is too large is shown again', async () => {
  const [staff, course, ada] = [await aSecretary(), await aCourse(), await aMember('ada')]
  const [enrolment] = await db
    .insert(userCourses)
    .values({ userId: ada.id, courseId: course.id, ...decided('approved') })
    .returning()
  const site = await wholeSite(await import('../entry.server'))
  const cookie = await cookieOf(staff.email)
  const forms = [
    [`/admin/documents?corso=${course.id}`, 'description', 'Dispensa', 'value="Dispensa"'],
    [`/admin/courses/${course.id}/documenti/foto`, 'alt', 'Un’aula', 'value="Un’aula"'],
    [`/admin/iscrizioni/${enrolment?.id}/documento`, 'kind', 'lettera', 'value="lettera" selected'],
  ] as const
  for (const [path, field, value, shown] of forms) {
    const body = new FormData()
    body.append('file', new File(['x'.repeat(MAX_FILE_BYTES + 1)], 'grande.pdf'))
    body.set(field, value)
    const response = await site(aRequest(path, cookie, { method: 'POST', body }))
    expect([path, response.status]).toEqual([path, 400])
    const page = await response.text()
    expect(page).toContain('Il file è troppo grande')
    expect(page).toContain(shown)
  }
})
