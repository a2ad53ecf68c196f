import { globSync, readFileSync } from 'node:fs'
import routes from '../../app/routes'
import { ADDRESSES } from '../../tests/documents'

type Route = { file: string; children?: Route[] | undefined }

/** The ids of routes, which '.data' requests name in `_routes`. */
export const ROUTES: readonly string[] = [
  'root',
  ...filesOf(routes).map((file) => file.replace(/\.tsx?$/, '')),
]

/** Every field and query name in the source. */
export const NAMES: readonly string[] = [...new Set(globSync('app/**/*.{ts,tsx}').flatMap(namesIn))].sort()

function filesOf(entries: Route[]): string[] {
  return entries.flatMap(({ file, children = [] }) => [file, ...filesOf(children)])
}

function namesIn(file: string): string[] {
  const reads = readFileSync(file, 'utf8').matchAll(/\b(?:get|getAll|has|text)\('([a-z]\w*)'\)/g)
  return [...reads].map(([, name = '']) => name)
}

const PATTERNS = ADDRESSES.filter((address) => address !== '/*')
  .toSorted((a, b) => a.split(':').length - b.split(':').length)
  .map((address) => {
    const pattern = address.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')
    return { address, pattern: new RegExp(`^${pattern}$`) }
  })

/** The route of a path, and its parameters. */
export function routeOf(target: string): { address: string; parameters: Record<string, string> } {
  const path = target.split(/[?#]/)[0]?.replace(/(?<=.)\.data$/, '') ?? ''
  for (const { address, pattern } of PATTERNS) {
    const found = pattern.exec(path)
    if (found) return { address, parameters: { ...found.groups } }
  }
  return { address: '/*', parameters: {} }
}
