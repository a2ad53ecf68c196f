import { addMinutes } from 'date-fns'
import type { SQL } from 'drizzle-orm'
import type { Random } from './random'
import { type Enrolled, someEnrolled, type World } from './world'

export const UNDO_MINUTES = 5

/** `none`: there was no person or edition that it could happen to. */
export type Outcome = 'done' | 'refused' | 'none'
/** One command, as often as its weight among the others says. */
export type Act = { name: string; weight: number; run: (world: World, random: Random) => Promise<Outcome> }

export const outcomeOf = ({ ok }: { ok: boolean }): Outcome => (ok ? 'done' : 'refused')

/** A command about one of the enrolments `where` (see `someEnrolled`). */
export const about = (
  name: string,
  weight: number,
  where: () => SQL,
  command: (enrolled: Enrolled, world: World, random: Random) => Promise<{ ok: boolean }>,
): Act => ({
  name,
  weight,
  run: async (world, random) => {
    const [enrolled] = await someEnrolled(world, where())
    return enrolled ? outcomeOf(await command(enrolled, world, random)) : 'none'
  },
})

/** What the office would decide. `enrolments`: whom it concerns. */
type Decided = { decision?: string; refused?: readonly { id: string }[] }
export type Proposal = {
  enrolments: readonly string[]
  decide: () => Promise<Decided>
  after?: (enrolments: readonly string[]) => void
}

/** A decision of the office, kept as long as it can be undone. */
export function decision(
  name: string,
  weight: number,
  propose: (world: World, random: Random) => Promise<Proposal | undefined>,
): Act {
  const run = async (world: World, random: Random): Promise<Outcome> => {
    const proposal = await propose(world, random)
    if (!proposal) return 'none'
    const { decision, refused = [] } = await proposal.decide()
    if (!decision) return 'refused'
    const enrolments = proposal.enrolments.filter((enrolment) => !refused.some(({ id }) => id === enrolment))
    world.undoable.push({
      decision,
      enrolments,
      until: addMinutes(world.now, UNDO_MINUTES),
      savedPlaces: world.places.save(enrolments),
    })
    proposal.after?.(enrolments)
    return 'done'
  }
  return { name, weight, run }
}

export const only = async (
  decided: Promise<{ ok: true; decision: string } | { ok: false }>,
): Promise<Decided> => {
  const made = await decided
  return made.ok ? { decision: made.decision } : {}
}
