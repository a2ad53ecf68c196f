import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { aRequest, cookieOf } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { aCourse, aMember, aSecretary, aTeacher, decided, emptyDatabase, inDays } from '../../../tests/world'
import { db } from '../../database/client.server'
import { courses, userCourses } from '../../database/schema'
import { REASON_LIMIT } from '../rules'
import { closeRegister, markEverybody } from './commands.server'
import { markField, shownRowField, writeShownRow } from './rules'

beforeEach(emptyDatabase)

/** A lesson of yesterday with one participant, and who posts to its page at which address. */
async function aLesson() {
  const { id: course } = await aCourse({}, [
    { startDate: inDays(-1), startTime: '09:00', endTime: '13:00', hours: 4 },
  ])
  const { id: userId } = await aMember('ada')
  const rows = { userId, courseId: course, ...decided('approved') }
  const [enrolment] = await db.insert(userCourses).values(rows).returning()
  const [staff, teacher] = [await aSecretary(), await aTeacher(course)]
  const pages = [
    { path: `/admin/courses/${course}/lezioni/1`, email: staff.email },
    { path: `/docente/${course}/lezioni/1`, email: teacher.email },
  ]
  return { course, staff, enrolment: enrolment?.id ?? '', pages }
}

/** Posts a form without a script. */
async function post({ path, email }: { path: string; email: string }, fields: Record<string, string>) {
  const site = await wholeSite(await import('../../entry.server'))
  const body = new URLSearchParams(fields)
  const response = await site(aRequest(path, await cookieOf(email), { method: 'POST', body }))
  return { status: response.status, html: await response.text() }
}

/** Writing to a table fails until the test ends; reading does not. */
async function refuseWrites(table: string) {
  await db.execute(sql`create function refuse_it() returns trigger language plpgsql as $$
    begin raise exception 'refused'; end $$`)
  await db.execute(
    sql.raw(`create trigger refuse_it before insert or update on ${table} execute function refuse_it()`),
  )
  onTestFinished(async () => {
    await db.execute(sql`drop function refuse_it cascade`)
  })
}

test('a time that cannot be read is named above the rows, whoever marks', async () => {
  const { enrolment, pages } = await aLesson()
  for (const page of pages) {
    const fields = {
      [markField('presence', enrolment)]: 'partial',
      [markField('arrived', enrolment)]: '25:99',
    }
    const { status, html } = await post(page, { ...fields, intent: 'save' })
    expect(status).toBe(400)
    expect(html).toMatch(/<title>Errore: Registro/)
    expect(html).toContain(`href="#arrived-${enrolment}">Prova Ada: Scrivi un’ora, per esempio 9:30`)
    expect(html).toContain('value="25:99"')
  }
})

test('a register that cannot be stored keeps its rows, and says so', async () => {
  const { enrolment, pages } = await aLesson()
  await refuseWrites('attendance')
  const fields = {
    [markField('presence', enrolment)]: 'partial',
    [markField('arrived', enrolment)]: '9:45',
    [markField('left', enrolment)]: '12:15',
  }
  for (const page of pages) {
    const { status, html } = await post(page, { ...fields, intent: 'save' })
    expect(status).toBe(503)
    expect(html).toMatch(/<title>Errore: Registro/)
    for (const text of ['Impossibile salvare il registro', 'value="9:45"', 'value="12:15"'])
      expect(html).toContain(text)
  }
})

test('a register that cannot be closed shows the marks of now in rows that the user did not change', async () => {
  const { course, staff, enrolment, pages } = await aLesson()
  await markEverybody(staff, course, 1)
  await refuseWrites('course_sessions')
  // The page showed an absence, which a colleague has replaced since.
  const absent = { presence: 'absent', arrived: '', left: '', minutes: '' }
  const fields = {
    [markField('presence', enrolment)]: absent.presence,
    [shownRowField(enrolment)]: writeShownRow(absent),
  }
  for (const page of pages) {
    const { status, html } = await post(page, { ...fields, intent: 'close' })
    expect(status).toBe(503)
    expect(html).not.toMatch(/<input(?=[^>]*value="absent")[^>]*checked/)
    expect(html).toMatch(/<input(?=[^>]*value="present")[^>]*checked/)
  }
})

test('the marks of a cancelled edition are shown and can be removed: they keep its lesson where it is', async () => {
  const { course, staff, pages } = await aLesson()
  await markEverybody(staff, course, 1)
  await db.update(userCourses).set({ endedAt: new Date(), ending: 'edition_cancelled' })
  await db.update(courses).set({ cancelledAt: new Date() })
  const [office] = pages
  if (!office) throw new Error('no page')
  const site = await wholeSite(await import('../../entry.server'))
  const html = await (await site(aRequest(office.path, await cookieOf(office.email)))).text()
  for (const text of ['Questa edizione è stata annullata', 'Iscrizione finita', 'Svuota il registro…'])
    expect(html).toContain(text)
})

test('the reason of a register that is not opened again stays in its field', async () => {
  const { course, staff, pages } = await aLesson()
  await markEverybody(staff, course, 1)
  await closeRegister(staff, course, 1)
  const [office] = pages
  if (!office) throw new Error('no page')
  const reason = `Bea era in aula. ${'x'.repeat(REASON_LIMIT)}`
  const refused = await post(office, { intent: 'reopen', reason })
  expect(refused.status).toBe(400)
  expect(refused.html).toContain('Il motivo è troppo lungo')
  expect(refused.html).toContain(reason)
  expect(refused.html).toMatch(/<details class="register-reopen" open=""/)
  expect(refused.html).toMatch(/<title>Errore: Registro/)

  await refuseWrites('course_sessions')
  const failed = await post(office, { intent: 'reopen', reason: 'Bea era in aula.' })
  expect(failed.status).toBe(503)
  expect(failed.html).toContain('Bea era in aula.')
})
