import { sql } from 'drizzle-orm'
import { db } from '../../app/database/client.server'
import {
  closeRegister,
  markAttendance,
  markEverybody,
  reopenRegister,
} from '../../app/enrolments/attendance/commands.server'
import { registerPeople } from '../../app/enrolments/attendance/queries.server'
import { today } from '../../app/runtime/clock'
import { type Act, outcomeOf } from './acts'
import type { Random } from './random'
import { anEdition, type World } from './world'

type Lesson = { editionId: string; number: number; minutes: number }

/** The last lesson of an edition whose register is open, or closed. */
async function aLesson(world: World, register: 'open' | 'closed'): Promise<Lesson | undefined> {
  const isWanted = sql`lesson.start_date <= ${today()} and lesson.hours is not null
    and (lesson.closed_at is null) = ${register === 'open'}`
  const edition = await anEdition(
    world,
    sql`c.cancelled_at is null and exists (select from course_sessions lesson where lesson.course_id = c.id and ${isWanted})`,
  )
  if (!edition) return undefined
  const { rows } = await db.execute<{ number: number; minutes: number }>(sql`
    select number, round(hours * 60)::int as minutes from course_sessions lesson
    where course_id = ${edition.id} and ${isWanted} order by number desc limit 1`)
  return rows[0] && { editionId: edition.id, ...rows[0] }
}

const aboutLesson = (
  name: string,
  weight: number,
  register: 'open' | 'closed',
  command: (world: World, lesson: Lesson, random: Random) => Promise<{ ok: boolean }>,
): Act => ({
  name,
  weight,
  run: async (world, random) => {
    const lesson = await aLesson(world, register)
    return lesson ? outcomeOf(await command(world, lesson, random)) : 'none'
  },
})

export const OF_LESSONS: Act[] = [
  aboutLesson('the office marks people of a lesson', 4, 'open', async ({ office }, lesson, random) => {
    const people = await registerPeople(office, lesson.editionId, lesson.number)
    const marks = people
      .filter(({ isEnrolled }) => isEnrolled && random.chance(0.7))
      .map(({ id, mark }) => {
        const minutes = random.of([0, Math.round(lesson.minutes / 2), lesson.minutes])
        return { enrolment: id, mark: { minutes, arrived: null, left: null }, shown: mark }
      })
    return markAttendance(office, lesson.editionId, lesson.number, marks)
  }),
  aboutLesson('marks the rest as present and closes the register', 3, 'open', async ({ office }, lesson) => {
    await markEverybody(office, lesson.editionId, lesson.number)
    return closeRegister(office, lesson.editionId, lesson.number)
  }),
  aboutLesson('opens a register again', 0.5, 'closed', ({ office }, lesson) =>
    reopenRegister(office, lesson.editionId, lesson.number, 'Un nome segnato per errore'),
  ),
]
