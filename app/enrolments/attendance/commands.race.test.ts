/** What must hold when a register and its edition change in the same instant. */
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { atOnce } from '../../../tests/unlocked'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../../tests/world'
import { db, inTransaction } from '../../database/client.server'
import { courseSessions, userCourses } from '../../database/schema'
import { lockEnrolments } from '../seats.server'
import { markAttendance } from './commands.server'

beforeEach(emptyDatabase)

test('a mark waits for who has locked the enrolments and then writes the lessons, without a deadlock', async () => {
  const [admin, member] = [await anAdmin(), await aMember('ada')]
  const hours = { startTime: '09:00', endTime: '13:00', hours: 4 }
  const course = await aCourse({}, [{ startDate: inDays(0), ...hours }])
  const [enrolment] = await db
    .insert(userCourses)
    .values({ userId: member.id, courseId: course.id, ...decided('approved') })
    .returning()
  const id = enrolment?.id ?? ''
  // As a postponement does.
  const writing = inTransaction(async (tx) => {
    await lockEnrolments(tx, [id])
    await pause(300)
    await tx.update(courseSessions).set({ topic: 'Prezzi' }).where(eq(courseSessions.courseId, course.id))
    return { ok: true }
  })
  await pause(100)
  const mark = { minutes: 240, arrived: null, left: null }
  const marking = markAttendance(admin, course.id, 1, [{ enrolment: id, mark, shown: null }])
  expect(await atOnce<{ ok: boolean }>([writing, marking])).toMatchObject([{ ok: true }, { ok: true }])
})
