// For an image: removes packages that the built site does not need. `npm prune` keeps optional peers, here build
// tools.
import { readFileSync, rmSync } from 'node:fs'

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))

/** The path of a package as Node finds it from a folder: the nearest one first. */
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
