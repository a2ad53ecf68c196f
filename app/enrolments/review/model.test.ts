/**
 * Any sequence of what people, the office and the clock do, against the few lines of a model that say what should
 * happen.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Model, NO_SEAT, SEATS, STAGES, type State } from '../../../tests/enrolment-model'
import { aPerson, PASSWORD } from '../../../tests/people'
import { aCourse, anAdmin, emptyDatabase, inDays } from '../../../tests/world'
import { type Admin, type Member, SYSTEM } from '../../accounts/rules'
import { archiveCourse, restoreCourse } from '../../course-editor/commands.server'
import { db } from '../../database/client.server'
import { auditLogs, userCourses } from '../../database/schema'
import { startEnrolments } from '../../editions/start.commands.server'
import { deleteAccount } from '../../privacy/commands.server'
import { enrolPerson } from '../direct/enrol.commands.server'
import { enrolSelf, requestEnrolment, withdrawRequest } from '../request/commands.server'
import { approveRequest, markEnrolment, rejectRequest, reopenRequest, stepEverybody } from './commands.server'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

type Outcome = Promise<{ ok: boolean }>

type Site = { people: Member[]; admin: Admin; course: string }
type Action = {
  run: (site: Site, who: number) => Outcome
  means: (model: Model, who: number) => boolean
}

const byOffice =
  (step: (admin: Admin, enrolment: string) => Outcome): Action['run'] =>
  async (site, who) =>
    step(site.admin, await idOf(site, who))

const directly =
  (overCapacity: boolean): Action['run'] =>
  async ({ admin, people, course }, who) => {
    const enrolled = await enrolPerson(admin, at(people, who).email, [course], { overCapacity })
    return { ok: enrolled.ok && enrolled.outcomes[0]?.outcome === 'enrolled' }
  }

const everybody =
  (step: 'start' | 'complete'): Action['run'] =>
  async ({ admin, course }) => {
    const outcome = await stepEverybody(admin, course, step)
    return { ok: outcome.ok && outcome.stepped > 0 }
  }

const NOT_IN: readonly State[] = [undefined, ...NO_SEAT]

const ACTIONS: Record<string, Action> = {
  ask: {
    run: ({ people, course }, who) => requestEnrolment(at(people, who), course),
    means: (model, who) => model.moves(who, [undefined], 'pending', model.takesRequests),
  },
  enrolSelf: {
    run: ({ people, course }, who) => enrolSelf(at(people, who) as Admin, course),
    means: (model, who) => model.moves(who, [undefined], 'approved', model.takesRequests && model.seatFree),
  },
  withdraw: {
    run: async (site, who) => withdrawRequest(at(site.people, who), await idOf(site, who)),
    means: (model, who) => model.moves(who, ['pending'], undefined),
  },
  approve: {
    run: byOffice(approveRequest),
    means: (model, who) => model.moves(who, ['pending'], 'approved', !model.archived && model.seatFree),
  },
  approveAnyway: {
    run: byOffice((admin, id) => approveRequest(admin, id, { overCapacity: true })),
    means: (model, who) => model.moves(who, ['pending'], 'approved', !model.archived),
  },
  reject: {
    run: byOffice(rejectRequest),
    means: (model, who) => model.moves(who, ['pending'], 'rejected'),
  },
  reopen: {
    run: byOffice(reopenRequest),
    means: (model, who) => model.moves(who, ['rejected'], 'pending', !model.archived),
  },
  start: {
    run: byOffice((admin, id) => markEnrolment(admin, id, 'start')),
    means: (model, who) => model.moves(who, ['approved'], 'in_progress', model.hasBegun),
  },
  startAnyway: {
    run: byOffice((admin, id) => markEnrolment(admin, id, 'start', { isEarlyConfirmed: true })),
    means: (model, who) => model.moves(who, ['approved'], 'in_progress'),
  },
  complete: {
    run: byOffice((admin, id) => markEnrolment(admin, id, 'complete')),
    means: (model, who) => model.moves(who, ['in_progress'], 'completed', model.hasBegun),
  },
  completeAnyway: {
    run: byOffice((admin, id) => markEnrolment(admin, id, 'complete', { isEarlyConfirmed: true })),
    means: (model, who) => model.moves(who, ['in_progress'], 'completed'),
  },
  uncomplete: {
    run: byOffice((admin, id) => markEnrolment(admin, id, 'uncomplete')),
    means: (model, who) => model.moves(who, ['completed'], 'in_progress'),
  },
  unstart: {
    run: byOffice((admin, id) => markEnrolment(admin, id, 'unstart')),
    means: (model, who) => model.moves(who, ['in_progress'], 'approved', !model.hasBegun),
  },
  startEverybody: {
    run: everybody('start'),
    means: (model) => model.movesAll('approved', 'in_progress', !model.archived),
  },
  completeEverybody: {
    run: everybody('complete'),
    means: (model) => model.movesAll('in_progress', 'completed', !model.archived),
  },
  theScheduleRuns: {
    run: async () => ({ ok: (await startEnrolments(SYSTEM)) > 0 }),
    means: (model) => model.movesAll('approved', 'in_progress', !model.archived && model.hasBegun),
  },
  enrol: {
    run: directly(false),
    means: (model, who) =>
      model.moves(who, NOT_IN, 'approved', !model.archived && model.stage !== 'coming' && model.seatFree),
  },
  enrolAnyway: {
    run: directly(true),
    means: (model, who) => model.moves(who, NOT_IN, 'approved', !model.archived && model.stage !== 'coming'),
  },
  archive: {
    run: ({ admin, course }) => archiveCourse(admin, course),
    means: (model) => model.shelves(true),
  },
  restore: {
    run: ({ admin, course }) => restoreCourse(admin, course),
    means: (model) => model.shelves(false),
  },
  leave: {
    run: ({ people }, who) => deleteAccount(at(people, who), PASSWORD),
    means: (model, who) => model.leaves(who),
  },
}

function at(people: Member[], who: number): Member {
  const person = people[who]
  if (!person) throw new Error(`There is no person ${who}`)
  return person
}

async function idOf({ people }: Site, who: number): Promise<string> {
  const rows = await db.select().from(userCourses)
  return rows.find(({ userId }) => userId === at(people, who).id)?.id ?? UNKNOWN_ID
}

class Act implements fc.AsyncCommand<Model, Site> {
  readonly name: string
  readonly who: number
  constructor(name: string, who: number) {
    this.name = name
    this.who = who
  }
  check = () => true
  toString = () => `${this.name}(${this.who})`

  async run(model: Model, site: Site) {
    const action = ACTIONS[this.name] as Action
    const changes = action.means(model, this.who)
    expect((await action.run(site, this.who)).ok).toBe(changes)

    const rows = await db.select().from(userCourses)
    const ids = site.people.map(({ id }) => id)
    expect(ids.map((id) => rows.find(({ userId }) => userId === id)?.status)).toEqual(model.people)
    const left = rows.filter(({ userId }) => !ids.includes(userId)).map(({ status }) => status)
    expect(left.sort()).toEqual(model.left.toSorted())
    for (const { status, approvedAt, approvedBy, rejectedAt, rejectedBy } of rows) {
      const approved = !NO_SEAT.includes(status)
      expect([approvedAt !== null, approvedBy !== null]).toEqual([approved, approved])
      const rejected = status === 'rejected'
      expect([rejectedAt !== null, rejectedBy !== null]).toEqual([rejected, rejected])
    }
    expect(await db.$count(auditLogs)).toBe(model.entries)
  }
}

test('any sequence of actions leaves the site in the state of the model', {
  timeout: 120_000,
}, async () => {
  // Leaving and shelving end much: they come more rarely than all else.
  const rare = ['leave', 'archive']
  const acts = Object.keys(ACTIONS).flatMap((name) => {
    const act = fc.nat({ max: 1 }).map((who) => new Act(name, who))
    return rare.includes(name) ? [act] : [act, act]
  })
  const stages = fc.constantFrom(...(Object.keys(STAGES) as (keyof typeof STAGES)[]))
  await fc.assert(
    fc.asyncProperty(stages, fc.commands(acts, { maxCommands: 25 }), async (stage, commands) => {
      await emptyDatabase()
      const people = [await aPerson('ada', 'admin'), await aPerson('bruno', 'admin')]
      const admin = await anAdmin()
      const [first, last] = STAGES[stage]
      const course = await aCourse({ maxPartecipanti: SEATS, comingSoon: stage === 'coming' }, [
        { startDate: inDays(first), endDate: inDays(last) },
      ])
      const entries = await db.$count(auditLogs)
      const setup = () => ({
        model: new Model(stage, entries),
        real: { people, admin, course: course.id },
      })
      await fc.asyncModelRun(setup, commands)
    }),
    { numRuns: 30 },
  )
})
