import { type SQL, sql } from 'drizzle-orm'
import type { Admin, Member } from '../../app/accounts/rules'
import { db, inTransaction } from '../../app/database/client.server'
import { profiles, userCourses } from '../../app/database/schema'
import { replaceDues } from '../../app/enrolments/dues/dues.server'
import { plusDays } from '../../app/italian/days'
import { today } from '../../app/runtime/clock'
import { aCourse, anAdmin, decided, emptyDatabase } from '../world'
import { Ledger } from './ledger'
import { Places, type SavedPlaces } from './places'
import type { Random } from './random'

/** `days` begin on `from` (YYYY-MM-DD). */
export type Plan = { seed: number; from: string; days: number; editions: number; people: number }

/** A decision that can still be undone. */
type UndoableDecision = {
  decision: string
  until: Date
  enrolments: readonly string[]
  savedPlaces: SavedPlaces
}

export type World = {
  random: Random
  now: Date
  office: Admin
  people: Member[]
  places: Places
  undoable: UndoableDecision[]
  /** Texts of the e-mails that left: the outbox forgets their secret links. */
  delivered: string[]
  ledger: Ledger
  /** That the office has pasted, the last at the end. */
  statements: string[]
  /** Half of the acts concern this course, if they can. */
  seriesId: string | null
}

export class Broken extends Error {}

export async function aWorld(random: Random, plan: Plan): Promise<World> {
  await emptyDatabase()
  const office = await anAdmin('ufficio')
  const people: Member[] = []
  for (let first = 0; first < plan.people; first += 500) {
    const some = Array.from({ length: Math.min(500, plan.people - first) }, (_, i) => {
      const id = `p${String(first + i).padStart(4, '0')}`
      return { id, email: `${id}@example.it`, emailVerified: true, firstName: id, lastName: 'Prova' }
    })
    people.push(...((await db.insert(profiles).values(some).returning()) as unknown as Member[]))
  }
  await openEditions(random, plan, people)
  return {
    random,
    now: new Date(),
    office,
    people,
    places: new Places(),
    undoable: [],
    delivered: [],
    ledger: new Ledger(),
    statements: [],
    seriesId: null,
  }
}

/** Prices that divide badly, one without instalments, and a course that costs nothing. */
const PRICES = [
  { price: 980, paymentInstallments: [490, 490] },
  { price: 333.33, paymentInstallments: [100, 100, 133.33] },
  { price: 100, priceEarlyBird: 89.99, paymentInstallments: [33, 33, 34] },
  { price: 450 },
  { price: 0 },
]

/** First sessions are spread over the days, and most seats are taken. Editions in a row may share a series. */
async function openEditions(random: Random, { editions, days, from }: Plan, people: readonly Member[]) {
  let series = random.uuid()
  for (let number = 0; number < editions; number++) {
    if (random.chance(0.4)) series = random.uuid()
    const start = plusDays(from, 8 + Math.floor((number * days) / editions) + random.below(20))
    const sessions = Array.from({ length: 1 + random.below(3) }, (_, week) => ({
      startDate: plusDays(start, 7 * week),
      startTime: random.of(['09:00', '14:30', null]),
      hours: 4,
    }))
    const named = { id: random.uuid(), slug: `edizione-${number}`, title: `Edizione ${number}` }
    const emails = { joiningEmail: random.chance(0.5), thanksEmail: random.chance(0.5) }
    const maxPartecipanti = random.of([1, 2, 3, 4, 6, null])
    const { id } = await aCourse(
      { ...named, ...emails, ...PRICES[number % PRICES.length], seriesId: series, maxPartecipanti },
      sessions,
    )
    const first = random.below(people.length)
    const seated = people.slice(first, first + (maxPartecipanti ?? 0) - random.below(2))
    if (seated.length === 0) continue
    const enrolled = await db
      .insert(userCourses)
      .values(seated.map((person) => ({ userId: person.id, courseId: id, ...decided('approved') })))
      .returning({ id: userCourses.id })
    await inTransaction((tx) =>
      replaceDues(
        tx,
        enrolled.map((row) => row.id),
      ),
    )
  }
}

export type Enrolled = { id: string; person: Member; editionId: string; seriesId: string }

/** Some enrolments; `where`: of the enrolment `w` in the course `c`. */
export async function someEnrolled(world: World, where: SQL, most = 1): Promise<Enrolled[]> {
  const { rows } = await db.execute<{
    id: string
    personId: string
    editionId: string
    seriesId: string
  }>(sql`
    select w.id, w.user_id as "personId", w.course_id as "editionId", c.series_id as "seriesId"
    from user_courses w join courses c on c.id = w.course_id where ${where}
    order by ${drawn(world, sql`w.user_id, w.course_id, extract(epoch from w.requested_at)`)} limit ${most}`)
  return rows.map(({ personId, ...row }) => ({ ...row, person: personOf(world.people, personId) }))
}

/** A random order by a key that does not differ between two runs. */
function drawn({ random, seriesId }: World, key: SQL): SQL {
  const lot = sql`md5(concat(${key}, ${String(random.below(1e9))}::text))`
  return random.chance(0.5) ? sql`coalesce(c.series_id = ${seriesId}, false) desc, ${lot}` : lot
}

const personOf = (people: readonly Member[], id: string) => people[Number(id.slice(1))] as Member

export type Edition = { id: string; title: string; seriesId: string }

/** An edition; `where`: of the course `c`. */
export async function anEdition(world: World, where: SQL): Promise<Edition | undefined> {
  const { rows } = await db.execute<Edition>(sql`
    select c.id, c.title, c.series_id as "seriesId" from courses c where ${where}
    order by ${drawn(world, sql`c.id`)} limit 1`)
  return rows[0]
}

export const isLive = sql`w.ended_at is null`
export const isPending = sql`w.status = 'pending' and ${isLive}`
export const isToCome = () => sql`c.start_date > ${today()}`
/** Begins within six weeks. */
export const isOnSale = () => sql`${isToCome()} and c.start_date < ${plusDays(today(), 45)}`

/** The office turns to a course with a waiting list. */
export async function openCourse(world: World) {
  world.seriesId = null
  const waits = sql`exists (select from user_courses w where w.course_id = c.id and ${isPending} and w.waiting_since is not null)`
  const edition = await anEdition(world, sql`${isOnSale()} and ${waits}`)
  world.seriesId = edition?.seriesId ?? null
}

/** Taken seats by edition, offered ones included, counted anew. */
export async function takenSeats(): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: string; taken: number }>(sql`
    select course_id as id, count(*)::int as taken from (
      select course_id from user_courses where status in ('approved', 'in_progress', 'completed') and ended_at is null
      union all select course_id from seat_offers where answered_at is null) seats group by course_id`)
  return new Map(rows.map(({ id, taken }) => [id, taken]))
}

/** Null without a limit. */
export async function seatsFree(editionId: string): Promise<number | null> {
  const { rows } = await db.execute<{ seats: number | null }>(
    sql`select max_partecipanti as seats from courses where id = ${editionId}`,
  )
  const seats = rows[0]?.seats
  return seats ? Math.max(0, seats - ((await takenSeats()).get(editionId) ?? 0)) : null
}
