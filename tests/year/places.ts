/** The waiting lists as they should be after what people and the office did. */
export type Place = {
  /** Milliseconds; null: not on the list. */
  since: number | null
  admitted: boolean
  priority: number
  anyEdition: boolean
}

export type Kept = Map<string, Pick<Place, 'since' | 'admitted'>>
type Waiting = { id: string; personId: string; editionId: string; seriesId: string }

export class Places {
  readonly #places = new Map<string, Place>()

  of(id: string) {
    const place = this.#places.get(id)
    if (!place) throw new Error(`The request ${id} has no place`)
    return place
  }

  asked(id: string, now: Date, { waits, anyEdition }: { waits: boolean; anyEdition: boolean }) {
    const requested = now.getTime()
    this.#places.set(id, {
      ...{ since: waits ? requested : null, anyEdition: waits && anyEdition },
      ...{ admitted: false, priority: 0 },
    })
  }

  admitted(ids: readonly string[]) {
    for (const id of ids) this.of(id).admitted = true
  }

  reopened(id: string) {
    this.of(id).admitted = false
  }

  /** Before `others`, who wait for the same edition. */
  movedUp(id: string, others: readonly string[]) {
    this.of(id).priority = 1 + Math.max(0, ...others.map((other) => this.of(other).priority))
  }

  movedBack(id: string) {
    this.of(id).priority = 0
  }

  expired(id: string) {
    Object.assign(this.of(id), { since: null, priority: 0 })
  }

  rejoined(id: string, now: Date) {
    this.of(id).since = now.getTime()
  }

  takesAny(id: string, anyEdition: boolean) {
    this.of(id).anyEdition = anyEdition
  }

  /** What a decision about these can overwrite. */
  keep(ids: readonly string[]): Kept {
    const known = ids.flatMap((id) => {
      const place = this.#places.get(id)
      return place ? [[id, { since: place.since, admitted: place.admitted }] as const] : []
    })
    return new Map(known)
  }

  giveBack(kept: Kept) {
    for (const [id, place] of kept) Object.assign(this.of(id), place)
  }

  /** Who is on the list of an edition, of those who wait anywhere, in the order of the list. */
  inOrder<W extends Waiting>(edition: { id: string; seriesId: string }, waiting: readonly W[]): W[] {
    const isHere = ({ editionId }: W) => editionId === edition.id
    const isOnList = (each: W) =>
      this.of(each.id).since !== null &&
      (isHere(each) || (each.seriesId === edition.seriesId && this.of(each.id).anyEdition))
    const turn = (each: W) => (isHere(each) ? this.of(each.id).priority : 0)
    const since = (each: W) => this.of(each.id).since ?? 0
    return waiting.filter(isOnList).sort((a, b) => turn(b) - turn(a) || since(a) - since(b))
  }
}
