import { sql } from 'drizzle-orm'
import { answerPostponement } from '../../app/editions/postponement-answers.commands.server'
import { cancelOwnEnrolment, moveOwnEnrolment } from '../../app/enrolments/leave/commands.server'
import { requestEnrolment, withdrawRequest } from '../../app/enrolments/request/commands.server'
import { rejoinList } from '../../app/enrolments/waiting-list/commands.server'
import { countPeopleAhead } from '../../app/enrolments/waiting-list/order.queries.server'
import { mustWait } from '../../app/enrolments/waiting-list.rules'
import { today } from '../../app/runtime/clock'
import { enrolmentOfPerson } from '../waiting'
import { type Act, about, outcomeOf } from './acts'
import {
  anEdition,
  Broken,
  type Edition,
  isLive,
  isOnSale,
  isPending,
  isToCome,
  seatsFree,
  someEnrolled,
  type World,
} from './world'

const REGULARS = 60

/** Half of the time an edition that others ask for. */
function whatIsAsked(world: World) {
  const hasRequests = sql`exists (select from user_courses w where w.course_id = c.id and ${isPending})`
  return anEdition(world, world.random.chance(0.5) ? sql`${isOnSale()} and ${hasRequests}` : isOnSale())
}

/** One of four waits for another edition already, and half of the others come often. */
async function whoAsks(world: World, { id, seriesId }: Edition) {
  const elsewhere = sql`${isPending} and c.series_id = ${seriesId} and w.course_id <> ${id}`
  const { random, people } = world
  const [waiting] = random.chance(0.25) ? await someEnrolled(world, elsewhere) : []
  return waiting?.person ?? people[random.below(random.chance(0.5) ? REGULARS : people.length)]
}

const ask: Act = {
  name: 'a person asks for a seat',
  weight: 30,
  run: async (world) => {
    const edition = await whatIsAsked(world)
    const person = edition && (await whoAsks(world, edition))
    if (!person) return 'none'
    const { peopleAwaitingOffer } = await countPeopleAhead(person, edition.id)
    const waits = mustWait(await seatsFree(edition.id), peopleAwaitingOffer)
    const { ok } = await requestEnrolment(person, edition.id)
    if (!ok) return 'refused'
    const request = await enrolmentOfPerson(person, edition)
    if (!request) throw new Broken('A request was taken and does not exist')
    world.places.asked(request.id, world.now, waits)
    return 'done'
  },
}

export const OF_PEOPLE: Act[] = [
  ask,
  about(
    'withdraws the request',
    2,
    () => sql`${isPending} and ${isToCome()}`,
    ({ person, id }) => withdrawRequest(person, id),
  ),

  about(
    'goes back on the list',
    3,
    () => sql`${isPending} and w.admitted_at is not null and w.waiting_since is null and ${isToCome()}`,
    async ({ person, id }, { places, now }) => {
      const rejoined = await rejoinList(person, id)
      if (rejoined.ok) places.rejoined(id, now)
      return rejoined
    },
  ),
  about(
    'cancels the enrolment',
    4,
    () => sql`w.status = 'approved' and ${isLive} and ${isToCome()}`,
    ({ person, id }) => cancelOwnEnrolment(person, id),
  ),
  {
    name: 'moves to another edition',
    weight: 2,
    run: async (world) => {
      const [enrolled] = await someEnrolled(
        world,
        sql`w.status = 'approved' and ${isLive} and ${isToCome()}
        and exists (select from courses other where other.series_id = c.series_id and other.id <> c.id)`,
      )
      const another = sql`c.series_id = ${enrolled?.seriesId ?? null} and c.id <> ${enrolled?.editionId ?? null}`
      const to = enrolled && (await anEdition(world, another))
      return to ? outcomeOf(await moveOwnEnrolment(enrolled.person, enrolled.id, to.id)) : 'none'
    },
  },
  about(
    'answers a postponement',
    2,
    () => sql`w.status in ('approved', 'in_progress') and ${isLive}
      and exists (select from postponements moved where moved.course_id = c.id and moved.answer_by >= ${today()})`,
    ({ person, id }, _world, random) => answerPostponement(person, id, random.chance(0.6)),
  ),
]
