import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digest, finished, root, run, stamped } from './install.mjs'

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

/** A missing output makes it differ. */
const summary = (line, place) => digest(line, ...outputs.flatMap((path) => filesOf(path, place)))

/** Whether `place` was built from the sources of `line`, and is complete. */
export const isBuilt = (line, place = root) => stamped(join(place, STAMP), summary(line, place))
export const noteBuilt = (line, place = root) => writeFileSync(join(place, STAMP), summary(line, place))

/** Builds fonts, the empty database, browser files and server, if their sources changed. */
export async function build(options) {
  if (finished) return
  const files = sources.flatMap((path) => filesOf(path)).filter((file) => !irrelevant.test(file))
  const line = digest(...files.flatMap((file) => [file, readFileSync(join(root, file))]))
  if (isBuilt(line)) return

  console.log('Costruisco il sito…')
  const bundles = async () => {
    await step('node', ['scripts/fonts.ts'], options)
    await step('node', ['scripts/paper-fonts.ts'], options)
    await step('react-router', ['build', '--logLevel', 'error'], options)
  }
  await Promise.all([bundles(), step('node', ['scripts/cluster.ts'], options)])
  await step('node', ['scripts/check-page.mjs'], options)
  noteBuilt(line)
}

async function step(program, args, options) {
  const code = await run(program, args, { ...options, env: { NODE_ENV: 'production' } })
  if (code !== 0)
    throw new Error(`Il sito non si è costruito: ${program} si è fermato con il codice ${code}.`)
}
