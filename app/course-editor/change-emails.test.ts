import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aPerson, aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../tests/world'
import { type Admin, deletedAccountProfile } from '../accounts/rules'
import { courseByKey } from '../courses/office.queries.server'
import { db } from '../database/client.server'
import { outgoingMail, profiles, userCourses } from '../database/schema'
import { prepareChangeEmails } from './change-emails.server'
import { updateCourse } from './commands.server'
import { answerCourseForm } from './course-form.server'
import { type CourseText, readCourse, writeCourse } from './rules'

const day = (days: number) => inDays(days).split('-').reverse().join('/')
const emails = () => db.$count(outgoingMail, eq(outgoingMail.kind, 'edition-changed'))

let admin: Admin
let id: string
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin('carla')
  id = randomUUID()
  await aCourse({ id, location: 'Fermo' }, [
    { startDate: inDays(60), endDate: inDays(60) },
    { startDate: inDays(67), endDate: inDays(67) },
  ])
  await enrol('ada')
  await enrol('bruno')
})

async function enrol(name: string) {
  const { id: userId } = await aMember(name)
  await db.insert(userCourses).values({ userId, courseId: id, ...decided('approved') })
}

/** Sends the form of the course as the page does: the stored texts, with these changes. */
async function sendForm(
  changes: Partial<CourseText>,
  { confirmed = [], notify = true, isStale = false }: Sent = {},
) {
  const stored = await courseByKey(admin, id)
  if (!stored) throw new Error('The course is there')
  const base = writeCourse(stored)
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...base, ...changes }))
    if (typeof value === 'string') form.set(name, value)
  form.set('comingSoon', 'on')
  form.set('id', id)
  form.set('version', String(stored.version + (isStale ? 1 : 0)))
  form.set('base', JSON.stringify(base))
  if (notify) form.set('notify', 'on')
  for (const sentence of confirmed) form.append('confirmed', sentence)
  const request = new Request('http://localhost/admin/courses/x', { method: 'POST', body: form })
  const result = await answerCourseForm(admin, request, {
    isNew: false,
    page: '/admin',
    async save({ version, address }, course, changeEmails) {
      return updateCourse(admin, id, course, {
        version,
        address,
        ...(changeEmails && { enqueueEmails: changeEmails.send }),
      })
    },
  })
  return result instanceof Response ? { saved: true as const } : { saved: false as const, ...result.data }
}
type Sent = { confirmed?: string[]; notify?: boolean; isStale?: boolean }

test('a deleted account is not counted among the people who are notified', async () => {
  await db
    .update(profiles)
    .set({ email: deletedAccountProfile('bruno').email })
    .where(eq(profiles.id, 'bruno'))
  const asked = await sendForm({ sessions: `${day(60)}\n${day(68)}` })
  expect(JSON.stringify(asked)).toContain('parte un’email a chi è iscritto')
})

test('e-mails about other dates leave after the office has seen how many', async () => {
  const sessions = `${day(60)}\n${day(68)}`
  const asked = await sendForm({ sessions })
  expect(asked).toMatchObject({
    saved: false,
    warnings: {
      notify: `Salvando partono 2 email agli iscritti. Prima: ${day(67)}. Adesso: ${day(68)}`,
    },
  })
  expect(await emails()).toBe(0)
  const confirmed = asked.saved ? [] : asked.confirmed

  await enrol('carlo')
  const again = await sendForm({ sessions }, { confirmed })
  expect(again, 'another number is asked again').toMatchObject({
    saved: false,
    warnings: { notify: 'Salvando partono 3 email agli iscritti' },
  })
  expect(await sendForm({ sessions }, { confirmed: again.saved ? [] : again.confirmed })).toEqual({
    saved: true,
  })
  expect(await emails()).toBe(3)
})

test('who becomes a participant while the e-mails are made is told too: the form is sent again', async () => {
  const stored = await courseByKey(admin, id)
  if (!stored) throw new Error('The course is there')
  const { version, slug: address } = stored
  const { course } = readCourse({ ...writeCourse(stored), sessions: `${day(60)}\n${day(68)}` })
  const save = async (meanwhile?: () => Promise<void>) => {
    const changeEmails = await prepareChangeEmails(admin, stored, course)
    await meanwhile?.()
    return updateCourse(admin, id, course, {
      version,
      address,
      ...(changeEmails && { enqueueEmails: changeEmails.send }),
    })
  }
  expect(await save(() => enrol('carlo'))).toEqual({ ok: false, refusal: 'changed' })
  expect(await courseByKey(admin, id)).toMatchObject({ version, sessions: stored.sessions })
  expect(await emails()).toBe(0)
  expect(await save()).toMatchObject({ ok: true })
  expect(await emails()).toBe(3)
})

test('who becomes the first participant while the form is open or saved is told too', async () => {
  await db.delete(userCourses)
  const stored = await courseByKey(admin, id)
  if (!stored) throw new Error('The course is there')
  const { version, slug: address } = stored
  const { course } = readCourse({ ...writeCourse(stored), location: 'Ascoli Piceno' })
  const changeEmails = await prepareChangeEmails(admin, stored, course)
  if (!changeEmails) throw new Error('The place changes')
  await enrol('carlo')
  expect(
    await updateCourse(admin, id, course, { version, address, enqueueEmails: changeEmails.send }),
  ).toEqual({ ok: false, refusal: 'changed' })
  await db.delete(userCourses)
  const site = await wholeSite(await import('../entry.server'))
  const cookie = await cookieOf((await aPerson('franca', 'admin')).email)
  const page = await (await site(aRequest(`/admin/courses/${id}`, cookie))).text()
  expect(page).toMatch(/type="hidden"[^>]*name="notify"[^>]*value="on"|form="corso" name="notify" value="on"/)
})

test('another place is asked with what it was; nothing is asked where no e-mail leaves', async () => {
  expect(await sendForm({ location: 'Ascoli Piceno' })).toMatchObject({
    warnings: {
      notify: 'Salvando partono 2 email agli iscritti. Luogo, prima: Fermo; adesso: Ascoli Piceno',
    },
  })
  expect(await sendForm({ location: 'Ascoli Piceno' }, { notify: false })).toEqual({ saved: true })
  expect(await sendForm({ title: 'Un altro titolo' })).toEqual({ saved: true })
  expect(await emails()).toBe(0)
})

test('the e-mail about a course that moves online says the mode after the change', async () => {
  const changes = { location: 'Online', modalita: 'Online in diretta' }
  const asked = await sendForm(changes)
  await sendForm(changes, { confirmed: asked.saved ? [] : asked.confirmed })
  const [email] = await db.select().from(outgoingMail).where(eq(outgoingMail.kind, 'edition-changed'))
  expect(email?.subject).toContain(', online, ')
})

test('a first day in another year is asked, with before and after, even if nobody is told', async () => {
  const sessions = `${day(60 - 365)}\n${day(67)}`
  const asked = await sendForm({ sessions }, { notify: false })
  expect(asked).toMatchObject({
    saved: false,
    warnings: { sessions: expect.stringContaining(`Prima: ${day(60)}. Adesso: ${day(60 - 365)}`) },
  })
  expect(asked).toMatchObject({ warnings: { sessions: expect.stringContaining('Il corso ha 2 iscritti') } })
})

test('a form of an older version is refused before e-mails are asked about', async () => {
  const refused = await sendForm({ sessions: `${day(60)}\n${day(68)}` }, { isStale: true })
  expect(refused).toMatchObject({ saved: false, notify: true, conflict: { fields: [] } })
  expect(refused).not.toHaveProperty('warnings')
})
