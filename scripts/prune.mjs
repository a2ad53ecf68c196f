// For an image: leaves of node_modules what the built site needs. `npm prune` also keeps what some package would like to
// find beside it (an optional peer), which here are the tools of the build.
import { readFileSync, rmSync } from 'node:fs'

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))

/** Where Node finds a package from the folder of another: nearest first. */
function find(name, folder) {
  const path = `${folder}node_modules/${name}`
  if (packages[path] || folder === '') return path
  return find(name, folder.slice(0, folder.lastIndexOf('node_modules/')))
}

const needed = new Set()
function need(path) {
  needed.add(path)
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path]
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
    const found = find(name, path && `${path}/`)
    if (packages[found] && !needed.has(found)) need(found)
  }
}

need('')
for (const path of Object.keys(packages))
  if (!needed.has(path)) rmSync(path, { recursive: true, force: true })
