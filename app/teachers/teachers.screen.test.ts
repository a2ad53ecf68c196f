import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { markupOf } from '../../tests/failing-writes'
import { aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, aMember, aSecretary, aTeacher, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'

beforeEach(emptyDatabase)

test('what was typed of a teacher who cannot be added stays in its fields', async () => {
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
  const path = `/admin/courses/${course.id}/lezioni/docenti`
  const cookie = await cookieOf(staff.email)
  const invited = { email: 'eva@example.it', firstName: 'Eva', lastName: 'Neri' }
  for (const fields of [{ email }, invited]) {
    const body = new URLSearchParams({ intent: 'add', ...fields })
    const response = await site(aRequest(path, cookie, { method: 'POST', body }))
    expect(response.status).toBe(503)
    const page = await response.text()
    for (const text of Object.values(fields)) expect(page).toContain(`value="${text}"`)
    expect(page).toContain('Impossibile cambiare chi segna le presenze')
    expect(page).toMatch(/<title>Errore: Chi può segnare/)
    expect(page).not.toContain('Nessuno ha un account con questa email')
  }
})

test('the list says what a teacher has to do before marking', async () => {
  const [staff, { id }] = [await aSecretary(), await aCourse()]
  await aTeacher(id, 'teo', { emailVerified: false, invitedAt: new Date() })
  await aTeacher(id, 'ugo', { emailVerified: false })
  const site = await wholeSite(await import('../entry.server'))
  const path = `/admin/courses/${id}/lezioni/docenti`
  const page = await markupOf(await site(aRequest(path, await cookieOf(staff.email))))
  expect(page).toMatch(/teo@example\.it[^<]*non ha ancora scelto la password/)
  expect(page).toMatch(/ugo@example\.it[^<]*non ha ancora confermato l’indirizzo/)
})
