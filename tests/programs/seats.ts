import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Admin, type Member, SYSTEM } from '../../app/accounts/rules'
import { seatsTaken } from '../../app/courses/seats.sql'
import { closeDatabase, db, openDatabase } from '../../app/database/client.server'
import { courses, profiles, seatOffers, userCourses } from '../../app/database/schema'
import { isLive } from '../../app/enrolments/enrolments.sql'
import { cancelOwnEnrolment } from '../../app/enrolments/leave/commands.server'
import { requestEnrolment } from '../../app/enrolments/request/commands.server'
import { admitRequests, approveRequests } from '../../app/enrolments/review/commands.server'
import { answerOwn } from '../../app/enrolments/waiting-list/answer.commands.server'
import { rejoinList } from '../../app/enrolments/waiting-list/commands.server'
import { endDueOffers, offerSeats } from '../../app/enrolments/waiting-list/offers.commands.server'
import { brokenInvariants } from '../../app/operations/invariants.queries.server'

/** `ACT`: fills the database with full editions and their lists, lets people come and go until it is killed, or checks. */
const ACTS: Record<string, () => Promise<void>> = { begin, work, check }
const [EDITIONS, SEATS, PEOPLE] = [3, 2, 24]

const some = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)]
const everybody = async () => (await db.select().from(profiles)) as unknown as Member[]
const office = async () => (await everybody()).find(({ role }) => role === 'admin') as Admin
const memberOf = async (id: string) => (await everybody()).find((person) => person.id === id) as Member

async function begin() {
  const person = (id: string, role: 'member' | 'admin' = 'member') => ({
    ...{ id, role, email: `${id}@example.it`, emailVerified: true, firstName: id, lastName: 'Prova' },
  })
  await db.insert(profiles).values([person('carla', 'admin')])
  const names = Array.from({ length: PEOPLE }, (_, i) => `persona${i}`)
  await db.insert(profiles).values(names.map((name) => person(name)))
  const series = crypto.randomUUID()
  for (let i = 0; i < EDITIONS; i++)
    await db
      .insert(courses)
      .values({ slug: `corso-${i}`, title: 'Corso', maxPartecipanti: SEATS, seriesId: series })
  await askAndAdmit()
  const [first] = await db.select({ count: sql<number>`count(*)::int` }).from(userCourses)
  console.log(JSON.stringify({ enrolments: first?.count }))
}

/** A person without an edition asks for one; the office fills free seats, and admits the others to the list. */
async function askAndAdmit() {
  const editions = await db.select({ id: courses.id }).from(courses)
  for (const member of await everybody()) {
    const edition = some(editions)
    const live = and(eq(userCourses.userId, member.id), isLive)
    if (!edition || member.role === 'admin' || (await db.$count(userCourses, live)) > 0) continue
    await requestEnrolment(member, edition.id)
  }
  const waiting = await db
    .select({ id: userCourses.id })
    .from(userCourses)
    .where(and(eq(userCourses.status, 'pending'), isLive, isNull(userCourses.admittedAt)))
  const ids = waiting.map(({ id }) => id)
  if (!process.env.WORKING) await approveRequests(await office(), ids)
  await admitRequests(await office(), ids)
}

const offered = () =>
  db
    .select({ enrolment: userCourses.id, person: userCourses.userId })
    .from(seatOffers)
    .innerJoin(userCourses, eq(userCourses.id, seatOffers.enrolmentId))
    .where(and(isNull(seatOffers.answeredAt), isLive))

const STEPS: (() => Promise<unknown>)[] = [
  () => offerSeats(SYSTEM),
  () => endDueOffers(SYSTEM),
  () =>
    db
      .update(seatOffers)
      .set({ expiresAt: sql`now()` })
      .where(and(isNull(seatOffers.answeredAt), sql`random() < 0.3`)),
  async () => {
    const offer = some(await offered())
    const reply = Math.random() < 0.6 ? 'accept' : 'decline'
    if (offer) await answerOwn(await memberOf(offer.person), offer.enrolment, reply)
  },
  async () => {
    const seated = some(
      await db
        .select({ id: userCourses.id, person: userCourses.userId })
        .from(userCourses)
        .where(and(eq(userCourses.status, 'approved'), isLive)),
    )
    if (seated) await cancelOwnEnrolment(await memberOf(seated.person), seated.id)
  },
  async () => {
    const missed = some(
      await db
        .select({ id: userCourses.id, person: userCourses.userId })
        .from(userCourses)
        .where(and(eq(userCourses.status, 'pending'), isLive, isNull(userCourses.waitingSince))),
    )
    if (missed) await rejoinList(await memberOf(missed.person), missed.id)
  },
  askAndAdmit,
]

async function work() {
  console.log('working')
  const keepOn = async () => {
    for (;;) await some(STEPS)?.()
  }
  await Promise.all([keepOn(), keepOn(), keepOn()])
}

/** What does not hold, after the schedule has done what was left to do. */
async function check() {
  await endDueOffers(SYSTEM)
  await offerSeats(SYSTEM)
  const found: unknown[] = await brokenInvariants()
  for (const { id, taken } of await db.select({ id: courses.id, taken: seatsTaken }).from(courses))
    if (taken > SEATS) found.push(`edition ${id} beyond its limit: ${taken}`)
  const { rows } = await db.execute(sql`
    with counted as (select
      (select count(*) from seat_offers) as offers,
      (select count(*) from outgoing_mail where kind = 'seat-offered') as emails,
      (select count(*) from audit_logs where details ->> 'offer' = 'offered') as entries,
      (select count(*) from seat_offers where answer = 'accepted') as accepted,
      (select count(*) from audit_logs where details ->> 'offer' = 'accepted') as acceptances,
      (select count(*) from seat_offers where answer = 'expired') as expired,
      (select count(*) from outgoing_mail where kind = 'offer-expired') as expiries)
    select 'half-write' as what, counted.* from counted
    where offers <> emails or offers <> entries or accepted <> acceptances or expired <> expiries`)
  found.push(...rows)
  const lost = await db.execute(sql`
    select 'a free seat that nobody is offered' as what, c.id from courses c join course_seats seats on seats.course_id = c.id
    where c.max_partecipanti > seats.approved + seats.in_progress + seats.completed + seats.offered
      and exists (select from user_courses w where w.course_id = c.id and w.status = 'pending' and w.ended_at is null
        and w.waiting_since is not null and w.admitted_at is not null and not exists (select from seat_offers offer
          where offer.enrolment_id = w.id and offer.answered_at is null))`)
  found.push(...lost.rows)
  const counts = await db
    .select({ answer: seatOffers.answer, count: sql<number>`count(*)::int` })
    .from(seatOffers)
    .where(inArray(seatOffers.answer, ['accepted', 'declined', 'expired']))
    .groupBy(seatOffers.answer)
  console.log(
    JSON.stringify({ found, counts: Object.fromEntries(counts.map(({ answer, count }) => [answer, count])) }),
  )
}

await openDatabase()
await ACTS[process.env.ACT ?? 'check']?.()
await closeDatabase()
process.exit(0)
