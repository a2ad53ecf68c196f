/** The waiting lists as they should be after what people and the office did. */
export type Place = {
  /** Milliseconds; null: not on the list. */
  since: number | null
  admitted: boolean
  priority: number
}

export type SavedPlaces = Map<string, Pick<Place, 'since' | 'admitted'>>
type Waiting = { id: string; editionId: string }

export class Places {
  readonly #places = new Map<string, Place>()

  of(id: string) {
    const place = this.#places.get(id)
    if (!place) throw new Error(`The request ${id} has no place`)
    return place
  }

  asked(id: string, now: Date, waits: boolean) {
    this.#places.set(id, { since: waits ? now.getTime() : null, admitted: false, priority: 0 })
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

  /** What a decision about these can overwrite. */
  save(ids: readonly string[]): SavedPlaces {
    const known = ids.flatMap((id) => {
      const place = this.#places.get(id)
      return place ? [[id, { since: place.since, admitted: place.admitted }] as const] : []
    })
    return new Map(known)
  }

  restore(savedPlaces: SavedPlaces) {
    for (const [id, place] of savedPlaces) Object.assign(this.of(id), place)
  }

  /** Who is on the list of an edition, of those who wait anywhere, in the order of the list. */
  inOrder<W extends Waiting>(edition: { id: string }, waiting: readonly W[]): W[] {
    const place = ({ id }: W) => this.of(id)
    return waiting
      .filter((request) => request.editionId === edition.id && place(request).since !== null)
      .sort((a, b) => place(b).priority - place(a).priority || (place(a).since ?? 0) - (place(b).since ?? 0))
  }
}
