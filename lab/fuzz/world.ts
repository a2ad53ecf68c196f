import { ADDRESSES } from '../../tests/documents'
import { routeOf } from './addresses'
import { type Form, formsOf, linksOf } from './page'

export type Who = 'stranger' | 'member' | 'admin'

/** The latest paths of each kind that are remembered. */
const LATEST = 8
/** The latest forms that are remembered. */
const FORMS = 300

/** The item at a place, counted on from the start after the last one. */
export function itemAt<Item>(list: readonly Item[], place: number): Item | undefined {
  return list[place % list.length]
}

/** Paths by route, then by query names, so that each kind is drawn. */
class Shelf {
  readonly #kinds = new Map<string, Map<string, string[]>>()

  put(target: string) {
    const { address } = routeOf(target)
    const names = [...new URLSearchParams(target.split('?')[1]).keys()].sort().join()
    const kinds = this.#kinds.get(address) ?? new Map<string, string[]>()
    const known = (kinds.get(names) ?? []).filter((other) => other !== target)
    this.#kinds.set(address, kinds.set(names, [...known, target].slice(-LATEST)))
  }

  of(address: string, known: number): string | undefined {
    const kinds = [...(this.#kinds.get(address)?.values() ?? [])]
    return itemAt(itemAt(kinds, known) ?? [], known >> 4)
  }

  any(address: number, known: number): string | undefined {
    return this.of(itemAt([...this.#kinds.keys()], address) ?? '', known)
  }
}

/** What the fuzz has seen: links and forms. */
export class World {
  readonly #seen = new Shelf()
  readonly #formed = { stranger: new Shelf(), member: new Shelf(), admin: new Shelf() }
  readonly #values = new Map<string, string[]>()
  #forms: Form[] = []

  /** `spared`: links with this text are ignored. */
  learn(who: Who, target: string, html: string, spared: string) {
    for (const link of [target, ...linksOf(html)]) if (!link.includes(spared)) this.#remember(link)
    const forms = formsOf(html, target).filter(({ action }) => action !== '/logout')
    if (forms.length > 0) this.#formed[who].put(target)
    this.#forms = [...this.#forms, ...forms].slice(-FORMS)
  }

  #remember(target: string) {
    const { address, parameters } = routeOf(target)
    if (address === '/*') return
    this.#seen.put(target)
    for (const [name, value] of Object.entries(parameters))
      this.#values.set(name, [...new Set([...(this.#values.get(name) ?? []), value])].slice(-LATEST))
  }

  /** A seen path, or one with seen parameters. */
  path(place: number, known: number): string {
    const address = itemAt(ADDRESSES, place) ?? '/'
    return this.#seen.of(address, known) ?? this.filled(address, known)
  }

  filled(address: string, known: number): string {
    return address
      .replace(/:(\w+)/g, (_, name) => itemAt(this.#values.get(name) ?? ['1'], known) ?? '1')
      .replace('*', 'nessuna-pagina')
  }

  formed(who: Who, place: number, known: number): string {
    return this.#formed[who].any(place, known) ?? '/contatti'
  }

  /** A form that an earlier page had. */
  form(place: number): Form | undefined {
    return itemAt(this.#forms, place)
  }
}
