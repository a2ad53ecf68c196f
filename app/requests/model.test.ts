/** Any sequence of what people and the office do, against the few lines below that say what should happen. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aCourse, anAdmin, emptyDatabase } from '../../tests/world'
import type { Admin, Member } from '../accounts/rules'
import { db } from '../database/client.server'
import { auditLogs, userCourses } from '../database/schema'
import { enrolSelf, requestEnrolment, withdrawRequest } from '../enrolments/commands.server'
import type { Decision, EnrolmentState } from '../enrolments/rules'
import {
  approveRequest,
  completeEnrolment,
  rejectRequest,
  reopenRequest,
  startEnrolment,
} from './commands.server'

const SEATS = 1
const GONE = '00000000-0000-4000-8000-000000000000'

type Model = { people: (EnrolmentState | undefined)[]; changes: number }
type Site = { people: Member[]; admin: Admin; course: string }
type Action = {
  run: (site: Site, who: number) => Promise<Decision>
  next: (state: EnrolmentState | undefined, seatFree: boolean) => EnrolmentState | undefined
}

/** Where each action leads; where it leads nowhere, it must be refused and change nothing. */
const to =
  (from: EnrolmentState, target: EnrolmentState | undefined) => (state: EnrolmentState | undefined) =>
    state === from ? target : state

const ACTIONS: Record<string, Action> = {
  ask: {
    run: ({ people, course }, who) => requestEnrolment(at(people, who), course),
    next: (state) => state ?? 'pending',
  },
  enrolSelf: {
    run: ({ people, course }, who) => enrolSelf(at(people, who) as Admin, course),
    next: (state, seatFree) => state ?? (seatFree ? 'approved' : undefined),
  },
  withdraw: {
    run: async (site, who) => withdrawRequest(at(site.people, who), await idOf(site, who)),
    next: to('pending', undefined),
  },
  approve: {
    run: async (site, who) => approveRequest(site.admin, await idOf(site, who)),
    next: (state, seatFree) => (state === 'pending' && seatFree ? 'approved' : state),
  },
  approveAnyway: {
    run: async (site, who) => approveRequest(site.admin, await idOf(site, who), { overCapacity: true }),
    next: to('pending', 'approved'),
  },
  reject: {
    run: async (site, who) => rejectRequest(site.admin, await idOf(site, who)),
    next: to('pending', 'rejected'),
  },
  reopen: {
    run: async (site, who) => reopenRequest(site.admin, await idOf(site, who)),
    next: to('rejected', 'pending'),
  },
  start: {
    run: async (site, who) => startEnrolment(site.admin, await idOf(site, who)),
    next: to('approved', 'in_progress'),
  },
  complete: {
    run: async (site, who) => completeEnrolment(site.admin, await idOf(site, who)),
    next: to('in_progress', 'completed'),
  },
}

function at(people: Member[], who: number): Member {
  const person = people[who]
  if (!person) throw new Error(`There is no person ${who}`)
  return person
}

async function idOf({ people }: Site, who: number): Promise<string> {
  const rows = await db.select().from(userCourses)
  return rows.find(({ userId }) => userId === at(people, who).id)?.id ?? GONE
}

const isSeated = (state: EnrolmentState | undefined) => state && state !== 'pending' && state !== 'rejected'

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
    const before = model.people[this.who]
    const seatFree = model.people.filter(isSeated).length < SEATS
    const after = action.next(before, seatFree)
    model.people[this.who] = after
    if (after !== before) model.changes += 1

    const decision = await action.run(site, this.who)
    expect(decision.ok).toBe(after !== before)
    const rows = await db.select().from(userCourses)
    const states = site.people.map(({ id }) => rows.find(({ userId }) => userId === id)?.status)
    expect(states).toEqual(model.people)
    expect(await db.$count(auditLogs)).toBe(model.changes)
  }
}

test('whatever people and the office do, the site stands where the model stands', {
  timeout: 60_000,
}, async () => {
  const acts = Object.keys(ACTIONS).map((name) => fc.nat({ max: 1 }).map((who) => new Act(name, who)))
  await fc.assert(
    fc.asyncProperty(fc.commands(acts, { maxCommands: 25 }), async (commands) => {
      await emptyDatabase()
      const people = [await anAdmin('ada'), await anAdmin('bruno')]
      const course = (await aCourse({ maxPartecipanti: SEATS })).id
      const setup = () => ({
        model: { people: [undefined, undefined], changes: 0 },
        real: { people, admin: people[0] as Admin, course },
      })
      await fc.asyncModelRun(setup, commands)
    }),
    { numRuns: 60 },
  )
})
