import { asc } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { withUndo } from '../../tests/decisions'
import { aPerson, aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { db } from '../database/client.server'
import { auditLogs, courseSessions, courses, decisions, outgoingMail, userCourses } from '../database/schema'
import { undoDecision } from '../undo/commands.server'
import { changeLesson } from './lessons.commands.server'
import { writeLesson } from './lessons.rules'

const NOTHING = { topic: null, place: null, link: null }
const LESSON = { topic: 'Leggere il mercato', place: 'Sala Rossa', link: 'https://lezioni.example.it/uno' }

let admin: Admin
let course: Awaited<ReturnType<typeof aCourse>>
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin()
  course = await aCourse({ location: 'Fermo' }, [{ startDate: inDays(30) }, { startDate: inDays(37) }])
  for (const [name, status] of [
    ['ada', 'approved'],
    ['bruno', 'in_progress'],
    ['dario', 'pending'],
  ] as const)
    await db
      .insert(userCourses)
      .values({ userId: (await aMember(name)).id, courseId: course.id, ...decided(status) })
})

const lessons = async () =>
  (await db.select().from(courseSessions).orderBy(asc(courseSessions.number))).map(
    ({ topic, place, link }) => ({ topic, place, link }),
  )
const emails = () => db.select().from(outgoingMail).orderBy(outgoingMail.toAddress)

test('who is no administrator changes nothing', async () => {
  const site = await wholeSite()
  const { email } = await aPerson('elena')
  const post = (cookie = '') => {
    const body = new URLSearchParams({
      ...writeLesson(LESSON),
      topicBefore: '',
      placeBefore: '',
      linkBefore: '',
    })
    const init = { method: 'POST', body }
    return site(aRequest(`/admin/courses/${course.id}/lezioni?lezione=1`, cookie, init))
  }
  expect((await post()).headers.get('Location')).toMatch(/^\/auth/)
  expect((await post(await cookieOf(email))).headers.get('Location')).toBe('/')
  expect(await lessons()).toEqual([NOTHING, NOTHING])
  const office = await aPerson('franca', 'admin')
  expect((await post(await cookieOf(office.email))).headers.get('Location')).toMatch(/lezioni#lezione-1$/)
  expect(await lessons()).toEqual([LESSON, NOTHING])
})

test('what does not exist, or is deleted, is refused', async () => {
  const gone = await aCourse({ archivedAt: new Date() }, [{ startDate: inDays(30) }])
  for (const [id, number, refusal] of [
    ['corso', 1, 'unknown'],
    ['00000000-0000-4000-8000-000000000000', 1, 'unknown'],
    [gone.id, 1, 'archived'],
    [course.id, 3, 'no-lesson'],
    [course.id, Number.NaN, 'no-lesson'],
  ] as const)
    expect(
      await changeLesson(admin, id, number, { lesson: LESSON, before: NOTHING, notifyAtMost: 2 }),
    ).toEqual({
      ok: false,
      refusal,
    })
  expect(await db.$count(auditLogs)).toBe(0)
  expect(await emails()).toEqual([])
})

test('a lesson is written with what it was; the form of the course stays current; a form sent twice is one change', async () => {
  const sent = { lesson: LESSON, before: NOTHING, notifyAtMost: 2 }
  expect(await changeLesson(admin, course.id, 2, sent)).toEqual({
    ok: true,
    note: '2 persone sono avvisate per email.',
  })
  expect(await changeLesson(admin, course.id, 2, sent), 'a repetition').toEqual({ ok: true })
  expect(await lessons()).toEqual([NOTHING, LESSON])
  const [stored] = await db.select().from(courses)
  expect(stored).toMatchObject({ version: course.version, updatedBy: admin.id })
  expect(await db.select().from(auditLogs).orderBy(auditLogs.id)).toMatchObject([
    {
      action: 'update',
      entityType: 'courses',
      entityId: course.id,
      details: { old: NOTHING, new: LESSON, title: course.title, lesson: expect.stringMatching(/^\d\d\//) },
    },
  ])
  expect(await emails()).toHaveLength(2)
})

test('of two people the second is told', async () => {
  await changeLesson(admin, course.id, 1, { lesson: LESSON, before: NOTHING })
  const other = { lesson: { ...LESSON, topic: 'Altro' }, before: NOTHING }
  expect(await changeLesson(admin, course.id, 1, other)).toEqual({ ok: false, refusal: 'stale' })
  expect(await changeLesson(admin, course.id, 1, { ...other, before: LESSON })).toEqual({ ok: true })
  expect(await lessons()).toEqual([{ ...LESSON, topic: 'Altro' }, NOTHING])
})

test('nobody is e-mailed whom the office has not seen', async () => {
  const elena = await aMember('elena')
  await db.insert(userCourses).values({ userId: elena.id, courseId: course.id, ...decided('approved') })
  const sent = { lesson: LESSON, before: NOTHING }
  const refused = { ok: false, refusal: 'changed' }
  expect(await changeLesson(admin, course.id, 1, { ...sent, notifyAtMost: 2 })).toEqual(refused)
  expect(await lessons()).toEqual([NOTHING, NOTHING])
  expect(await emails()).toEqual([])
  expect(await changeLesson(admin, course.id, 1, { ...sent, notifyAtMost: 3 })).toMatchObject({ ok: true })
  expect(await emails()).toHaveLength(3)
})

test('a form opened before anybody took part is asked again once somebody does', async () => {
  const site = await wholeSite(await import('../entry.server'))
  const cookie = await cookieOf((await aPerson('franca', 'admin')).email)
  const post = (participants: string) => {
    const before = { topicBefore: '', placeBefore: '', linkBefore: '' }
    const body = new URLSearchParams({ ...writeLesson(LESSON), ...before, participants })
    return site(aRequest(`/admin/courses/${course.id}/lezioni?lezione=1`, cookie, { method: 'POST', body }))
  }
  const asked = await post('0')
  expect(asked.status).toBe(409)
  const page = await asked.text()
  expect(page).toContain('sono cambiati gli iscritti da avvisare: riprova')
  expect(page).toMatch(/name="notify"[^>]* checked/)
  expect(await emails()).toEqual([])
  expect((await post('2')).status, 'not ticked').toBe(302)
  expect(await lessons()).toEqual([LESSON, NOTHING])
  expect(await emails()).toEqual([])
})

test('participants are told of another place or link if the office wants it, and Ripristina keeps the e-mails back', async () => {
  withUndo()
  const topic = { ...NOTHING, topic: 'Leggere il mercato' }
  await changeLesson(admin, course.id, 1, { lesson: topic, before: NOTHING, notifyAtMost: 2 })
  await changeLesson(admin, course.id, 2, { lesson: LESSON, before: NOTHING })
  expect(await emails(), 'a topic, and a place without a notice').toEqual([])

  await changeLesson(admin, course.id, 1, { lesson: LESSON, before: topic, notifyAtMost: 2 })
  const sent = await emails()
  expect(sent.map(({ kind, toName }) => [kind, toName.split(' ')[0]])).toEqual([
    ['edition-changed', 'Ada'],
    ['edition-changed', 'Bruno'],
  ])
  const text = sent[0]?.text.replace(/\s+/g, ' ')
  expect(text).toMatch(/Luogo della lezione di \S+ \d+ \S+, prima: Fermo/)
  expect(text).toMatch(/Luogo della lezione di \S+ \d+ \S+, adesso: Sala Rossa/)
  expect(text).toContain(LESSON.link)

  const [decision] = await db.select().from(decisions)
  expect(await undoDecision(admin, decision?.id ?? '')).toMatchObject({ ok: true })
  expect(await emails()).toEqual([])
  expect(await lessons()).toEqual([LESSON, LESSON])
})
