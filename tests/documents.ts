import { existsSync, globSync } from 'node:fs'
import addresses from '../app/routes'

/** Lists the files, journeys and addresses that a document names and that do not exist. */

type Route = {
  file?: string
  path?: string | undefined
  index?: boolean | undefined
  children?: Route[] | undefined
}
const addressesOf = (routes: Route[], above = ''): string[] =>
  routes.flatMap(({ path, index, children = [] }) => {
    const address = [above, path].filter(Boolean).join('/')
    return [...(path !== undefined || index ? [`/${address}`] : []), ...addressesOf(children, address)]
  })

export const ADDRESSES = addressesOf(addresses)

/** Beneath the guard of what is for administrators alone. */
const forAdminsOf = (routes: Route[], above = ''): string[] =>
  routes.flatMap(({ file, path, children = [] }) => {
    const address = [above, path].filter(Boolean).join('/')
    const isGuard = file === 'office/administrators.tsx'
    return isGuard ? addressesOf(children, address) : forAdminsOf(children, address)
  })

export const ADMIN_ADDRESSES = forAdminsOf(addresses)

/** Unique matches. */
export const found = (pattern: RegExp, text: string) => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
]
export const missing = (named: string[], isThere: (name: string) => boolean) =>
  named.filter((name) => !isThere(name))

export const isFile = (name: string) => /\.(tsx?|css|md|json)$/.test(name) && !name.startsWith('/')
export const isAddress = (name: string) => name.startsWith('/')

/** 'ADR 31' is docs/adr/0031-….md */
export const isADR = (number: string) => globSync(`docs/adr/${number.padStart(4, '0')}-*.md`).length === 1

/** Code spans of a document, its files and addresses; journeys apart. */
export function namesIn(text: string) {
  const marked = found(/`([^`]+)`/g, text)
  return {
    marked,
    files: marked.filter(isFile),
    addresses: marked.filter(isAddress),
    journeys: found(/journeys? ((?:`[a-z-]+`(?:, )?)+)/g, text).flatMap(
      (list) => list.match(/[a-z-]+/g) ?? [],
    ),
  }
}

export const isThere = {
  file: (name: string) => existsSync(`app/${name}`) || existsSync(name),
  journey: (name: string) => existsSync(`tests/journeys/${name}.e2e.ts`),
  address: (name: string) => ADDRESSES.includes(name),
}
