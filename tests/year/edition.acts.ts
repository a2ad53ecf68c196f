import { sql } from 'drizzle-orm'
import { sessionsOf } from '../../app/courses/sessions.server'
import { inTransaction } from '../../app/database/client.server'
import { cancelEdition, confirmEdition, postponeEdition } from '../../app/editions/commands.server'
import { stepEverybody } from '../../app/enrolments/review/commands.server'
import { plusDays } from '../../app/italian/days'
import { writeSessions } from '../../app/parsing/sessions.rules'
import { today } from '../../app/runtime/clock'
import { type Act, decision, only } from './acts'
import { anEdition, isLive, isOnSale, someEnrolled } from './world'

const REASON = 'Il docente non può venire'
const MANY = 1_000

export const OF_EDITIONS: Act[] = [
  decision('the office cancels an edition', 0.6, async (world) => {
    const edition = await anEdition(world, isOnSale())
    if (!edition) return undefined
    const involved = sql`w.status in ('pending', 'approved', 'in_progress') and ${isLive} and c.id = ${edition.id}`
    const enrolments = (await someEnrolled(world, involved, MANY)).map(({ id }) => id)
    const words = { title: edition.title, reason: REASON }
    return { enrolments, decide: () => only(cancelEdition(world.office, edition.id, words)) }
  }),
  decision('confirms an edition', 0.6, async (world) => {
    const edition = await anEdition(world, isOnSale())
    return edition && { enrolments: [], decide: () => only(confirmEdition(world.office, edition.id)) }
  }),
  decision('postpones an edition', 1.5, async (world, random) => {
    const soon = sql`c.start_date between ${plusDays(today(), -2)} and ${plusDays(today(), 12)}`
    const edition = await anEdition(world, soon)
    if (!edition) return undefined
    const later = 2 + random.below(20)
    const sessions = await inTransaction((tx) => sessionsOf(tx, edition.id))
    const moved = sessions.map((session) =>
      session.startDate <= today()
        ? session
        : {
            ...session,
            startDate: plusDays(session.startDate, later),
            endDate: plusDays(session.endDate, later),
          },
    )
    const first = moved.map(({ startDate }) => startDate).filter((day) => day > today())[0] ?? today()
    const dates = { sessions: writeSessions(moved), answerBy: plusDays(first, -1) }
    return { enrolments: [], decide: () => only(postponeEdition(world.office, edition.id, dates)) }
  }),
  decision('completes everybody', 1, async (world) => {
    const edition = await anEdition(
      world,
      sql`c.end_date < ${today()} and c.end_date > ${plusDays(today(), -20)}`,
    )
    if (!edition) return undefined
    const enrolments = await someEnrolled(
      world,
      sql`w.status = 'in_progress' and ${isLive} and c.id = ${edition.id}`,
      MANY,
    )
    const decide = async () => {
      const stepped = await stepEverybody(world.office, edition.id, 'complete')
      return stepped.ok && stepped.decision ? { decision: stepped.decision } : {}
    }
    return { enrolments: enrolments.map(({ id }) => id), decide }
  }),
]
