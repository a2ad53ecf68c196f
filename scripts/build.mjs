import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digest, finished, root, run, stamped } from './install.mjs'

const sources = [
  'app',
  'migrations',
  'public',
  'scripts/fonts.ts',
  'scripts/cluster.ts',
  'scripts/outdated.ts',
  'server.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]

/** Tests are not built; fonts and the cluster are results. */
const irrelevant = /\.test\.tsx?$|^public\/fonts\/|\/cluster\.tar\.gz/

function filesOf(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  const inside = readdirSync(join(root, path), { recursive: true }).sort()
  return inside.map((name) => join(path, name)).filter((file) => statSync(join(root, file)).isFile())
}

/** Builds fonts, the first database, browser files and server, unless what is there comes from these very sources. */
export async function build(options) {
  if (finished) return
  const stamp = join(root, 'build', '.sources')
  const files = sources.flatMap(filesOf).filter((file) => !irrelevant.test(file))
  const line = digest(...files.flatMap((file) => [file, readFileSync(join(root, file))]))
  if (stamped(stamp, line)) return

  console.log('Costruisco il sito…')
  const bundles = async () => {
    await step('node', ['scripts/fonts.ts'], options)
    await step('react-router', ['build', '--logLevel', 'error'], options)
  }
  await Promise.all([bundles(), step('node', ['scripts/cluster.ts'], options)])
  writeFileSync(stamp, line)
}

async function step(program, args, options) {
  const code = await run(program, args, { ...options, env: { NODE_ENV: 'production' } })
  if (code !== 0)
    throw new Error(`Il sito non si è costruito: ${program} si è fermato con il codice ${code}.`)
}
