import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { decisionOf, settleDecisions, withUndo } from '../../tests/decisions'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../tests/world'
import { SYSTEM } from '../accounts/rules'
import { updateCourse } from '../course-editor/commands.server'
import { readCourse, writeCourse } from '../course-editor/rules'
import { courseByKey } from '../courses/office.queries.server'
import { db } from '../database/client.server'
import { auditLogs, courses, outgoingMail, remindersSent, userCourses } from '../database/schema'
import { enrolPerson } from '../enrolments/direct/enrol.commands.server'
import { ENROLMENT_STATES } from '../enrolments/rules'
import { timeOfDay, today } from '../runtime/clock'
import { env } from '../runtime/env.server'
import { undoDecision } from '../undo/commands.server'
import { confirmEdition, postponeEdition } from './commands.server'
import { sendReminders } from './reminders.commands.server'

beforeEach(emptyDatabase)

/** Whether it is day, as `sendReminders` takes it. */
const [BY_DAY, BY_NIGHT] = [true, false]

/** An edition with one person in each state, and one who has left. */
async function anEdition(from: number, to: number, facts: object) {
  const course = await aCourse({ maxPartecipanti: 0, ...facts }, [
    { startDate: inDays(from), endDate: inDays(to) },
  ])
  for (const status of ENROLMENT_STATES) {
    const { id } = await aMember(`${status.replace('_', '')}${course.id.slice(0, 4)}`)
    await db.insert(userCourses).values({ userId: id, courseId: course.id, ...decided(status) })
  }
  const gone = await aMember(`gone${course.id.slice(0, 4)}`)
  const ended = { ...decided('approved'), endedAt: new Date(), ending: 'cancelled_by_person' as const }
  await db.insert(userCourses).values({ userId: gone.id, courseId: course.id, ...ended })
  return course
}
const reminded = async () =>
  (await db.select().from(outgoingMail).orderBy(outgoingMail.toAddress)).map(({ kind, toName }) => [
    kind,
    toName.split(' ')[0]?.replace(/[0-9a-f]{4}$/, ''),
  ])

test('joining instructions go out three days before, once, by day', async () => {
  await anEdition(3, 4, { joiningEmail: true })
  expect(await sendReminders(SYSTEM, BY_NIGHT)).toBe(0)
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(2)
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(0)
  expect(await reminded()).toEqual([
    ['joining-instructions', 'Approved'],
    ['joining-instructions', 'Inprogress'],
  ])
  expect(await db.$count(remindersSent)).toBe(2)
  expect(
    (await db.select().from(auditLogs).orderBy(auditLogs.id)).map(({ userId, details }) => [
      userId,
      details.reminder,
    ]),
  ).toEqual([
    [null, 'joining'],
    [null, 'joining'],
  ])
})

test('joining instructions tell the topic, the place and the link of the first lesson', async () => {
  const lesson = { topic: 'Leggere il mercato', place: 'Sala Rossa', link: 'https://lezioni.example.it/uno' }
  const course = await aCourse({ joiningEmail: true, location: 'Fermo' }, [
    { startDate: inDays(3), ...lesson },
  ])
  const { id } = await aMember('ada')
  await db.insert(userCourses).values({ userId: id, courseId: course.id, ...decided('approved') })
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(1)
  const [email] = await db.select().from(outgoingMail)
  for (const fact of [...Object.values(lesson)]) expect(email?.text).toContain(fact)
})

test('a postponement asks for new instructions, and one that was taken back does not', async () => {
  withUndo()
  const [admin, course] = [await anAdmin(), await anEdition(3, 3, { joiningEmail: true })]
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(2)
  const postpone = (sessions: string) => postponeEdition(admin, course.id, { sessions, answerBy: inDays(1) })
  const undone = await postpone(inDays(9))
  expect(await undoDecision(admin, decisionOf(undone))).toMatchObject({ ok: true })
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(0)
  await postpone(inDays(2))
  // The new dates can still be taken back.
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(0)
  await db.execute(sql`update decisions set held_until = now() - interval '1 second'`)
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(2)
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(0)
})

test('another first day in the course form asks for new instructions, a past one or another change does not', async () => {
  const [admin, { id }] = [await anAdmin(), await anEdition(3, 3, { joiningEmail: true })]
  const save = async (changed: object) => {
    const course = await courseByKey(admin, id)
    if (!course) throw new Error('The course does not exist')
    const { course: facts } = readCourse({ ...writeCourse(course), ...changed })
    const edit = { version: course.version, address: course.slug }
    expect(await updateCourse(admin, id, facts, edit)).toMatchObject({ ok: true })
  }
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(2)
  await save({ price: '250' })
  await save({ sessions: `${inDays(3)}\n${inDays(4)}` })
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(0)
  await save({ sessions: inDays(30) })
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(0)
  await save({ sessions: inDays(2) })
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(2)
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(0)
  await save({ sessions: inDays(-1) })
  expect(await db.$count(remindersSent)).toBe(2)
})

test('an edition that fails keeps no other from its e-mails', async () => {
  const [failing] = [
    await anEdition(3, 4, { joiningEmail: true }),
    await anEdition(3, 4, { joiningEmail: true }),
  ]
  const failingId = sql.raw(`'${failing.id}'`)
  await db.execute(sql`create function refuse_reminder() returns trigger language plpgsql as $$ begin
    if (select course_id from user_courses where id = new.enrolment_id) = ${failingId} then raise 'refused'; end if;
    return new; end $$`)
  await db.execute(
    sql`create trigger refuse before insert on reminders_sent for each row execute function refuse_reminder()`,
  )
  onTestFinished(async () => void (await db.execute(sql`drop function refuse_reminder cascade`)))
  await expect(sendReminders(SYSTEM, BY_DAY)).rejects.toThrow('1 failed: editions')
  expect(await reminded()).toHaveLength(2)
})

test('joining instructions wait until an edition below its minimum is confirmed or has enough people', async () => {
  const unconfirmed = await anEdition(3, 4, { joiningEmail: true, minParticipants: 4 })
  await anEdition(3, 4, { joiningEmail: true, minParticipants: 4, confirmedAt: new Date() })
  await anEdition(3, 4, { joiningEmail: true, minParticipants: 3 })
  // Three people have a seat in each; the two who have not completed it get the instructions.
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(4)
  withUndo()
  expect(await confirmEdition(await anAdmin(), unconfirmed.id)).toMatchObject({ ok: true })
  // The confirmation can still be taken back.
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(0)
  await settleDecisions()
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(2)
})

test('who is approved later gets them too', async () => {
  const course = await anEdition(2, 4, { joiningEmail: true })
  await sendReminders(SYSTEM, BY_DAY)
  const { id } = await aMember('tardi')
  await db.insert(userCourses).values({ userId: id, courseId: course.id, ...decided('approved') })
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(1)
})

test.each([BY_DAY, BY_NIGHT])(
  'who comes in less than a day before the start gets them at once',
  async (isDay) => {
    const [admin, soon] = [await anAdmin(), new Date(Date.now() + 2 * 3_600_000)]
    const first = { startDate: today(soon), startTime: timeOfDay(soon), endTime: null }
    const course = await aCourse({ joiningEmail: true, location: 'Fermo' }, [first, { startDate: inDays(9) }])
    const known = await aMember('presto')
    const longAgo = new Date(Date.now() - 5 * 24 * 3_600_000)
    const approved = { ...decided('approved'), approvedAt: longAgo }
    await db.insert(userCourses).values({ userId: known.id, courseId: course.id, ...approved })
    const late = await aMember('tardi')
    withUndo()
    const enrolled = await enrolPerson(admin, late.email, [course.id])
    // The enrolment can still be taken back. The other person gets them by day, until the start.
    expect(await sendReminders(SYSTEM, isDay)).toBe(isDay ? 1 : 0)
    await db.execute(sql`update decisions set held_until = now() - interval '1 second'`)
    expect(enrolled.ok).toBe(true)
    expect(await sendReminders(SYSTEM, isDay)).toBe(1)
    expect(await sendReminders(SYSTEM, isDay)).toBe(0)
    const { kind, toAddress } = outgoingMail
    const [mail] = await db
      .select()
      .from(outgoingMail)
      .where(and(eq(kind, 'joining-instructions'), eq(toAddress, late.email)))
    expect(mail?.text).toContain(timeOfDay(soon).replace(/^0/, ''))
    expect(mail?.text).toContain('Via dell’Esempio 2, Fermo')
  },
)

test('an edition that is certain only hours before the start sends them to everybody', async () => {
  const soon = new Date(Date.now() + 2 * 3_600_000)
  const session = { startDate: today(soon), startTime: timeOfDay(soon) }
  const facts = { joiningEmail: true, minParticipants: 2 }
  const course = await aCourse(facts, [session, { startDate: inDays(9) }])
  const longAgo = new Date(Date.now() - 5 * 24 * 3_600_000)
  const enrol = async (name: string, facts: object) => {
    const { id } = await aMember(name)
    await db.insert(userCourses).values({ userId: id, courseId: course.id, ...decided('approved'), ...facts })
  }
  await enrol('presto', { approvedAt: longAgo })
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(0)
  await enrol('tardi', {})
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(2)
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(0)
})

test('who comes in after the start, or without instructions to send, gets none', async () => {
  const admin = await anAdmin()
  const before = new Date(Date.now() - 3_600_000)
  const session = { startDate: today(before), startTime: timeOfDay(before) }
  const begun = await aCourse({ joiningEmail: true }, [session, { startDate: inDays(9) }])
  const soon = new Date(Date.now() + 2 * 3_600_000)
  const off = await aCourse({}, [{ startDate: today(soon), startTime: timeOfDay(soon) }])
  const late = await aMember('tardi')
  expect(await enrolPerson(admin, late.email, [begun.id, off.id])).toMatchObject({ ok: true })
  expect(await sendReminders(SYSTEM, BY_NIGHT)).toBe(0)
})

test('thanks go out the day after to who took part', async () => {
  await anEdition(-4, -1, { thanksEmail: true })
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(2)
  expect(await reminded()).toEqual([
    ['thanks', 'Completed'],
    ['thanks', 'Inprogress'],
  ])
  // 'Basta rispondere': the answer goes to the office.
  const replies = (await db.select().from(outgoingMail)).map(({ replyTo }) => replyTo)
  expect(replies).toEqual([env.officeEmail, env.officeEmail])
})

test('nobody is told too early, too late, or of an edition that is off, a draft, cancelled or deleted', async () => {
  await anEdition(4, 5, { joiningEmail: true })
  await anEdition(0, 5, { joiningEmail: true })
  await anEdition(-9, -4, { thanksEmail: true })
  await anEdition(-1, 0, { thanksEmail: true })
  for (const off of [
    { joiningEmail: false },
    { draft: true },
    { cancelledAt: new Date() },
    { archivedAt: new Date() },
  ])
    await anEdition(2, 5, { joiningEmail: true, ...off })
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(0)
  await db.update(courses).set({ joiningEmail: false, thanksEmail: false })
  expect(await sendReminders(SYSTEM, BY_DAY)).toBe(0)
})

test('two processes send each reminder once', async () => {
  await anEdition(3, 4, { joiningEmail: true })
  const sent = await Promise.all(Array.from({ length: 6 }, () => sendReminders(SYSTEM, BY_DAY)))
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(await db.$count(outgoingMail)).toBe(2)
})
