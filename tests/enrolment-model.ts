/** The rules of enrolments in one course. */
import type { EnrolmentState } from '../app/enrolments/rules'

export const SEATS = 1

/** First and last day, in days from today. */
export const STAGES = { coming: [9, 9], announced: [9, 9], begun: [-1, 1], over: [-9, -8] } as const

export type State = EnrolmentState | undefined
export const NO_SEAT: readonly State[] = ['pending', 'rejected']

/** The expected state. A method tells whether a change is due; otherwise the site must refuse. */
export class Model {
  readonly stage: keyof typeof STAGES
  readonly people: State[] = [undefined, undefined]
  /** Of deleted accounts. */
  readonly left: EnrolmentState[] = []
  readonly gone = new Set<number>()
  archived = false
  /** Of the audit log. */
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

  /** Requests and future seats are deleted, other seats stay anonymous. */
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
