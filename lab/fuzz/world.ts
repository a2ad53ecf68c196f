import { ADDRESSES } from '../../tests/documents'
import { matched } from './addresses'
import { type Form, formsOf, linksOf } from './page'

export type Who = 'stranger' | 'member' | 'admin'

/** So many paths of one kind are known, and so many forms: the latest. */
const LATEST = 8
const FORMS = 300

/** The item at a place that is counted around the list. */
export function at<Item>(list: readonly Item[], place: number): Item | undefined {
  return list[place % list.length]
}

/** Paths by their address in the table, then by the names in their query: each kind is met, however many it has. */
class Shelf {
  readonly #kinds = new Map<string, Map<string, string[]>>()

  put(target: string) {
    const { address } = matched(target)
    const names = [...new URLSearchParams(target.split('?')[1]).keys()].sort().join()
    const kinds = this.#kinds.get(address) ?? new Map<string, string[]>()
    const known = (kinds.get(names) ?? []).filter((other) => other !== target)
    this.#kinds.set(address, kinds.set(names, [...known, target].slice(-LATEST)))
  }

  of(address: string, known: number): string | undefined {
    const kinds = [...(this.#kinds.get(address)?.values() ?? [])]
    return at(at(kinds, known) ?? [], known >> 4)
  }

  any(address: number, known: number): string | undefined {
    return this.of(at([...this.#kinds.keys()], address) ?? '', known)
  }
}

/** What the fuzz has seen of the site: where pages lead, and the forms on them. */
export class World {
  readonly #seen = new Shelf()
  readonly #formed = { stranger: new Shelf(), member: new Shelf(), admin: new Shelf() }
  readonly #values = new Map<string, string[]>()
  #forms: Form[] = []

  /** Reads a page; nothing is learnt of what `spared` stands in. */
  learn(who: Who, target: string, html: string, spared: string) {
    for (const link of [target, ...linksOf(html)]) if (!link.includes(spared)) this.#remember(link)
    const forms = formsOf(html, target).filter(({ action }) => action !== '/logout')
    if (forms.length > 0) this.#formed[who].put(target)
    this.#forms = [...this.#forms, ...forms].slice(-FORMS)
  }

  #remember(target: string) {
    const { address, parameters } = matched(target)
    if (address === '/*') return
    this.#seen.put(target)
    for (const [name, value] of Object.entries(parameters))
      this.#values.set(name, [...new Set([...(this.#values.get(name) ?? []), value])].slice(-LATEST))
  }

  /** A path of an address: one that has been seen, or made with parameters that have. */
  path(place: number, known: number): string {
    const address = at(ADDRESSES, place) ?? '/'
    return this.#seen.of(address, known) ?? this.filled(address, known)
  }

  filled(address: string, known: number): string {
    return address
      .replace(/:(\w+)/g, (_, name) => at(this.#values.get(name) ?? ['1'], known) ?? '1')
      .replace('*', 'nessuna-pagina')
  }

  /** A page with forms that this person can send. */
  formed(who: Who, place: number, known: number): string {
    return this.#formed[who].any(place, known) ?? '/contatti'
  }

  /** A form of a page that was read some time ago. */
  form(place: number): Form | undefined {
    return at(this.#forms, place)
  }
}
