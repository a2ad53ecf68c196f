import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digest, hasStamp, isImage, root, run } from './install.mjs'

const sources = [
  'app',
  'migrations',
  'packages',
  'public',
  'scripts/fonts.ts',
  'scripts/paper-fonts.ts',
  'scripts/cluster.ts',
  'scripts/check-page.mjs',
  'scripts/outdated.ts',
  'server.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]

const irrelevant = /\.test\.tsx?$|^public\/fonts\/|\/cluster\.tar\.gz/

const outputs = ['build/client', 'build/server', 'public/fonts', 'packages/embedded-postgres/cluster.tar.gz']
const STAMP = 'build/.sources'

function filesOf(path, place = root) {
  if (!existsSync(join(place, path))) return []
  if (!statSync(join(place, path)).isDirectory()) return [path]
  const inside = readdirSync(join(place, path), { recursive: true }).sort()
  return inside.map((name) => join(path, name)).filter((file) => statSync(join(place, file)).isFile())
}

/** The hash of the sources and the names of the outputs: a missing output changes it. */
const stampOf = (sourceHash, place) => digest(sourceHash, ...outputs.flatMap((path) => filesOf(path, place)))

/** Whether the folder `place` was built from the sources with this hash, and is complete. */
export const isBuilt = (sourceHash, place = root) => hasStamp(join(place, STAMP), stampOf(sourceHash, place))
/** Notes that `place` was built from them; see `isBuilt`. */
export const recordBuilt = (sourceHash, place = root) =>
  writeFileSync(join(place, STAMP), stampOf(sourceHash, place))

/** Builds fonts, the empty database, browser files and server, if their sources changed. */
export async function build(options) {
  if (isImage) return
  const files = sources.flatMap((path) => filesOf(path)).filter((file) => !irrelevant.test(file))
  const sourceHash = digest(...files.flatMap((file) => [file, readFileSync(join(root, file))]))
  if (isBuilt(sourceHash)) return

  console.log('Costruisco il sito…')
  const bundles = async () => {
    await step('node', ['scripts/fonts.ts'], options)
    await step('node', ['scripts/paper-fonts.ts'], options)
    await step('react-router', ['build', '--logLevel', 'error'], options)
  }
  await Promise.all([bundles(), step('node', ['scripts/cluster.ts'], options)])
  await step('node', ['scripts/check-page.mjs'], options)
  recordBuilt(sourceHash)
}

async function step(program, args, options) {
  const code = await run(program, args, { ...options, env: { NODE_ENV: 'production' } })
  if (code !== 0)
    throw new Error(`Il sito non si è costruito: ${program} si è fermato con il codice ${code}.`)
}
