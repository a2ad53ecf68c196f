/** The lines that say what should become of enrolments in one course, whatever is done. */
import type { EnrolmentState } from '../app/enrolments/rules'

export const SEATS = 1

/** How far the course is, in days from today: of its first day and of its last. */
export const STAGES = { coming: [9, 9], announced: [9, 9], begun: [-1, 1], over: [-9, -8] } as const

export type State = EnrolmentState | undefined
export const NO_SEAT: readonly State[] = ['pending', 'rejected']

/** What should be. Every method says whether something changes; if nothing does, the site must refuse. */
export class Model {
  readonly stage: keyof typeof STAGES
  readonly people: State[] = [undefined, undefined]
  /** Seats of people who have deleted their account. */
  readonly left: EnrolmentState[] = []
  readonly gone = new Set<number>()
  archived = false
  /** Entries in the activity log. */
  entries: number

  constructor(stage: keyof typeof STAGES, entries: number) {
    this.stage = stage
    this.entries = entries
  }

  get seatFree() {
    const seated = [...this.people, ...this.left].filter((state) => state && !NO_SEAT.includes(state))
    return seated.length < SEATS
  }
  get takesRequests() {
    return !this.archived && (this.stage === 'announced' || this.stage === 'begun')
  }
  get hasBegun() {
    return this.stage === 'begun' || this.stage === 'over'
  }

  moves(who: number, from: readonly State[], to: State, if_ = true): boolean {
    const may = if_ && !this.gone.has(who) && from.includes(this.people[who])
    if (may) {
      this.people[who] = to
      this.entries += 1
    }
    return may
  }

  movesAll(from: EnrolmentState, to: EnrolmentState, if_: boolean): boolean {
    let moved = 0
    for (const list of [this.people, this.left])
      for (const [i, state] of list.entries())
        if (if_ && state === from) {
          list[i] = to
          moved += 1
        }
    this.entries += moved
    return moved > 0
  }

  shelves(archived: boolean): boolean {
    if (this.archived === archived) return false
    this.archived = archived
    this.entries += 1
    return true
  }

  /** Requests end with the account, as does a seat in a course that has not begun; any other stays without a name. */
  leaves(who: number): boolean {
    if (this.gone.has(who)) return false
    const state = this.people[who]
    const stays = state && !NO_SEAT.includes(state) && (state !== 'approved' || this.hasBegun)
    if (stays) this.left.push(state)
    if (state && !stays) this.entries += 1
    this.entries += 1
    this.people[who] = undefined
    this.gone.add(who)
    return true
  }
}
