import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, aMember, aSecretary, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'

beforeEach(emptyDatabase)

test('the address of a teacher who cannot be added stays in its field', async () => {
  const [staff, course, { email }] = [await aSecretary(), await aCourse(), await aMember('bea')]
  await db.execute(sql`create function refuse_it() returns trigger language plpgsql as $$
    begin raise exception 'refused'; end $$`)
  await db.execute(
    sql`create trigger refuse_it before insert on course_teachers execute function refuse_it()`,
  )
  onTestFinished(async () => {
    await db.execute(sql`drop function refuse_it cascade`)
  })
  const site = await wholeSite(await import('../entry.server'))
  const body = new URLSearchParams({ intent: 'add', email })
  const path = `/admin/courses/${course.id}/lezioni/docenti`
  const response = await site(aRequest(path, await cookieOf(staff.email), { method: 'POST', body }))
  expect(response.status).toBe(503)
  const page = await response.text()
  expect(page).toContain(`value="${email}"`)
  expect(page).toContain('Impossibile cambiare chi segna le presenze')
  expect(page).toMatch(/<title>Errore: Chi può segnare/)
})
