import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { aPerson, aRequest, cookieOf } from '../../../../tests/people'
import { wholeSite } from '../../../../tests/site'
import { aCourse, aMember, decided, emptyDatabase, inDays } from '../../../../tests/world'
import { db } from '../../../database/client.server'
import { userCourses } from '../../../database/schema'
import { attendeeField } from './rules'

beforeEach(emptyDatabase)

test('too many pasted rows are refused on their page, and not shown again', async () => {
  const { id } = await aCourse({}, [
    { startDate: inDays(-1), startTime: '09:00', endTime: '13:00', hours: 4 },
  ])
  const site = await wholeSite(await import('../../../entry.server'))
  const cookie = await cookieOf((await aPerson('anna', 'admin')).email)
  const page = async (rows: string, file?: File) => {
    const body = new FormData()
    body.set('text', rows)
    if (file) body.set('file', file)
    const path = `/admin/courses/${id}/lezioni/1/report`
    const response = await site(aRequest(path, cookie, { method: 'POST', body }))
    return { status: response.status, html: await response.text() }
  }
  const few = await page('Giulia Rossi')
  expect(few.status).toBe(400)
  expect(few.html).toContain('>Giulia Rossi')
  expect(few.html).toContain('id="text-error"')
  for (const content of ['x'.repeat(8 * 1024 * 1024 + 1), '%PDF-1.7']) {
    const refused = await page('Giulia Rossi', new File([content], 'report.csv'))
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('>Giulia Rossi')
    expect(refused.html).toContain('id="file-error"')
  }
  const tooMany = await page('Giulia Rossi\t90\n'.repeat(6_000))
  expect(tooMany.status).toBe(400)
  expect(tooMany.html).toContain('Il report è troppo lungo: al massimo 60.000 caratteri')
  expect(tooMany.html).toContain('id="text-error"')
  expect(tooMany.html).not.toContain('Giulia Rossi')
})

test('a report that cannot be stored is shown again with its choices', async () => {
  const { id: courseId } = await aCourse({}, [
    { startDate: inDays(-1), startTime: '09:00', endTime: '13:00', hours: 4 },
  ])
  const { id: userId } = await aMember('ada')
  const [enrolment] = await db
    .insert(userCourses)
    .values({ userId, courseId, ...decided('approved') })
    .returning()
  await db.execute(sql`create function refuse_it() returns trigger language plpgsql as $$
    begin raise exception 'refused'; end $$`)
  await db.execute(sql`create trigger refuse_it before insert on attendance execute function refuse_it()`)
  onTestFinished(async () => {
    await db.execute(sql`drop function refuse_it cascade`)
  })
  const site = await wholeSite(await import('../../../entry.server'))
  const cookie = await cookieOf((await aPerson('anna', 'admin')).email)
  const body = new URLSearchParams({ intent: 'register', text: 'Nome\tMinuti\nA. P.\t90' })
  body.set(attendeeField(0), enrolment?.id ?? '')
  const path = `/admin/courses/${courseId}/lezioni/1/report`
  const response = await site(aRequest(path, cookie, { method: 'POST', body }))
  expect(response.status).toBe(503)
  const page = await response.text()
  expect(page).toContain('Impossibile registrare il report')
  expect(page).toContain(`<option value="${enrolment?.id}" selected="">`)
  expect(page).toMatch(/<title>Errore: Report/)
})
