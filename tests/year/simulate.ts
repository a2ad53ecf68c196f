import { sql } from 'drizzle-orm'
import { db } from '../../app/database/client.server'
import { today } from '../../app/runtime/clock'
import { env } from '../../app/runtime/env.server'
import { type Act, type Outcome, UNDO_MINUTES } from './acts'
import { OF_CERTIFICATES } from './certificate.acts'
import { checkDay, noteChanges } from './checks'
import { takeClock } from './clock'
import { digest } from './digest'
import { OF_EDITIONS } from './edition.acts'
import { OF_LESSONS } from './lesson.acts'
import { checkMoney } from './money'
import { OF_OFFERS } from './offer.acts'
import { OF_OFFICE } from './office.acts'
import { OF_PAYMENTS } from './payment.acts'
import { OF_PEOPLE } from './people.acts'
import { Random } from './random'
import { OF_SCHEDULE } from './schedule.acts'
import { aWorld, openCourse, type Plan } from './world'

const ACTS: Act[] = [
  ...OF_PEOPLE,
  ...OF_OFFERS,
  ...OF_OFFICE,
  ...OF_EDITIONS,
  ...OF_LESSONS,
  ...OF_CERTIFICATES,
  ...OF_PAYMENTS,
  ...OF_SCHEDULE,
]
/** Minutes between two acts: often few enough for a decision to be undone. */
const GAPS = [1, 1, 2, 3, 4, 4, 90, 270, 500, 800] as const
const LONG = 60
/** Days between two readings of all lists of payments. */
const WEEK = 7
const MINUTE = 60_000

export type Result = {
  /** What does not hold, and after how many days. */
  broken?: { day: number; sentence: string }
  digest: string
  /** How often each act was done, refused, or concerned no one. */
  acts: Record<string, Record<Outcome, number>>
  /** By their answers. */
  offers: Record<string, number>
}

/** People, the office and the schedule act through the commands of the site, until a check fails. */
export async function simulate(
  plan: Plan,
  spoil: () => Promise<() => unknown> = async () => () => {},
): Promise<Result> {
  const random = new Random(plan.seed)
  const { moveTo, restoreClock } = await takeClock(new Date(`${plan.from}T06:00Z`))
  const before = env.undoMinutes
  env.undoMinutes = UNDO_MINUTES
  let restore: () => unknown = () => {}
  const acts = Object.fromEntries(ACTS.map(({ name }) => [name, { done: 0, refused: 0, none: 0 }]))
  let day = 0
  try {
    const world = await aWorld(random, plan)
    await noteChanges()
    restore = await spoil()
    while (day < plan.days) {
      const yesterday = today()
      const gap = random.of(GAPS)
      world.now = new Date(world.now.getTime() + gap * MINUTE + random.below(MINUTE))
      await moveTo(world.now)
      if (gap >= LONG) await openCourse(world)
      world.undoable = world.undoable.filter(({ until }) => until >= world.now)
      const act = random.weighted(ACTS)
      const counts = acts[act.name] as Record<Outcome, number>
      counts[await act.run(world, random)] += 1
      if (today() === yesterday) continue
      await checkDay(world)
      day += 1
      if (day % WEEK === 0) await checkMoney(world)
    }
    await checkMoney(world)
    return { digest: await digest(), acts, offers: await offers() }
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault
    return { broken: { day: day + 1, sentence: fault.message }, digest: '', acts, offers: {} }
  } finally {
    await restore()
    env.undoMinutes = before
    await restoreClock()
  }
}

async function offers() {
  const { rows } = await db.execute<{ answer: string; offers: number }>(
    sql`select coalesce(answer, 'open') as answer, count(*)::int as offers from seat_offers group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ answer, offers }) => [answer, offers]))
}
