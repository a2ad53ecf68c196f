import { type SQL, sql } from 'drizzle-orm'
import { enrolPerson } from '../../app/enrolments/direct/enrol.commands.server'
import { cancelEnrolment, moveEnrolment } from '../../app/enrolments/leave/office.commands.server'
import {
  admitRequests,
  approveRequests,
  markEnrolment,
  rejectRequests,
  reopenRequest,
} from '../../app/enrolments/review/commands.server'
import { moveBack, moveUp, offerSeatTo } from '../../app/enrolments/waiting-list/office.commands.server'
import { undoDecision } from '../../app/undo/commands.server'
import { type Act, about, decision, only, type Proposal } from './acts'
import type { Random } from './random'
import { anEdition, isLive, isOnSale, isPending, isToCome, someEnrolled, type World } from './world'

const REASON = 'Deciso dalla segreteria'
const idsOf = (enrolled: readonly { id: string }[]) => enrolled.map(({ id }) => id)

type Propose = (world: World, random: Random) => Promise<Proposal | undefined>

/** A decision about up to `most` enrolments. */
const several =
  (
    most: number,
    where: () => SQL,
    decide: (world: World, ids: string[], random: Random) => Omit<Proposal, 'enrolments'>,
  ): Propose =>
  async (world, random) => {
    const ids = idsOf(await someEnrolled(world, where(), 1 + random.below(most)))
    return ids.length > 0 ? { enrolments: ids, ...decide(world, ids, random) } : undefined
  }

const aboutOne = (
  where: () => SQL,
  decide: (world: World, id: string) => ReturnType<typeof reopenRequest>,
): Propose => several(1, where, (world, [id = '']) => ({ decide: () => only(decide(world, id)) }))

const isUndecided = () => sql`${isPending} and w.admitted_at is null and ${isToCome()}`
const isWaiting = () => sql`${isPending} and w.waiting_since is not null and ${isToCome()}`
const takesPart = () => sql`w.status in ('approved', 'in_progress') and ${isLive} and ${isToCome()}`
const somebodyWaits = sql`exists (select from user_courses next where next.course_id = c.id and next.status = 'pending'
  and next.ended_at is null and next.admitted_at is not null)`

/** A decision about somebody who has been moved since is no longer undone. */
function dropFromUndoable(world: World, moved: string) {
  for (const undoable of world.undoable)
    undoable.enrolments = undoable.enrolments.filter((id) => id !== moved)
}

export const OF_OFFICE: Act[] = [
  decision(
    'the office approves requests',
    8,
    several(3, isUndecided, ({ office }, ids, random) => ({
      decide: () => approveRequests(office, ids, { overCapacity: random.chance(0.1) }),
    })),
  ),
  decision(
    'approves people of the list',
    2,
    several(1, isWaiting, ({ office }, ids, random) => ({
      decide: () => approveRequests(office, ids, { overCapacity: random.chance(0.3) }),
    })),
  ),
  decision(
    'admits to the list',
    10,
    several(
      4,
      () => sql`${isUndecided()} and w.waiting_since is not null`,
      ({ office, places }, ids) => ({
        decide: () => admitRequests(office, ids),
        after: (admitted) => places.admitted(admitted),
      }),
    ),
  ),
  decision(
    'rejects requests',
    3,
    several(
      2,
      () => sql`${isPending} and ${isToCome()}`,
      ({ office }, ids) => ({
        decide: () => rejectRequests(office, ids, REASON),
      }),
    ),
  ),
  decision(
    'reopens a request',
    2,
    several(
      1,
      () => sql`w.status = 'rejected' and ${isToCome()}`,
      ({ office, places }, [id = '']) => ({
        decide: () => only(reopenRequest(office, id)),
        after: () => places.reopened(id),
      }),
    ),
  ),
  decision(
    'cancels an enrolment',
    7,
    aboutOne(
      () => sql`${takesPart()} and ${somebodyWaits}`,
      ({ office }, id) => cancelEnrolment(office, id, REASON),
    ),
  ),
  decision(
    'completes an enrolment',
    1,
    aboutOne(
      () => sql`w.status = 'in_progress' and ${isLive}`,
      ({ office }, id) => markEnrolment(office, id, 'complete'),
    ),
  ),
  decision('transfers somebody', 3, async (world, random) => {
    const [enrolled] = await someEnrolled(world, takesPart())
    const to = enrolled && (await anEdition(world, sql`${isOnSale()} and c.id <> ${enrolled.editionId}`))
    if (!to) return undefined
    const options = { overCapacity: random.chance(0.2) }
    const decide = () => only(moveEnrolment(world.office, enrolled.id, to.id, options))
    return { enrolments: [enrolled.id], decide }
  }),
  decision('enrols somebody directly', 2, async (world, random) => {
    const edition = await anEdition(world, isOnSale())
    const person = world.people[random.below(world.people.length)]
    if (!edition || !person) return undefined
    const isTheirEnrolment = sql`w.user_id = ${person.id} and w.course_id = ${edition.id} and ${isLive}`
    const options = { overCapacity: random.chance(0.2) }
    return {
      enrolments: idsOf(await someEnrolled(world, isTheirEnrolment)),
      decide: async () => {
        const enrolled = await enrolPerson(world.office, person.email, [edition.id], options)
        return enrolled.ok && enrolled.decision ? { decision: enrolled.decision } : {}
      },
    }
  }),
  about('moves somebody up', 3, isWaiting, async ({ id, editionId }, world) => {
    const othersOnList = await someEnrolled(
      world,
      sql`${isWaiting()} and c.id = ${editionId} and w.id <> ${id}`,
      1_000,
    )
    const moved = await moveUp(world.office, id, REASON)
    if (moved.ok) world.places.movedUp(id, idsOf(othersOnList))
    if (moved.ok) dropFromUndoable(world, id)
    return moved
  }),
  about(
    'moves somebody back',
    1,
    () => sql`${isWaiting()} and w.priority > 0`,
    async ({ id }, world) => {
      const moved = await moveBack(world.office, id)
      if (moved.ok) world.places.movedBack(id)
      if (moved.ok) dropFromUndoable(world, id)
      return moved
    },
  ),
  about('offers a seat out of turn', 2, isWaiting, async ({ id }, world, random) => {
    const options = { reason: REASON, overCapacity: random.chance(0.3) }
    const offered = await offerSeatTo(world.office, id, options)
    if (offered.ok) world.places.admitted([id])
    return offered
  }),
  {
    name: 'undoes a decision',
    weight: 10,
    run: async (world, random) => {
      const undoable = world.undoable.filter(({ until }) => until >= world.now)
      const chosen = undoable[random.below(undoable.length)]
      if (!chosen) return 'none'
      const undone = await undoDecision(world.office, chosen.decision)
      if (!undone.ok) return 'refused'
      world.places.restore(chosen.savedPlaces)
      world.ledger.takeBack(chosen.decision)
      world.undoable = undoable.filter((decision) => decision !== chosen)
      return 'done'
    },
  },
]
