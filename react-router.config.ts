import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Config } from '@react-router/dev/config'
import { siteManifest } from './app/http/site-manifest'

type ManifestRoute = { imports: string[]; hasDefaultExport: boolean; hasAction: boolean }

/**
 * Writes the site manifest, which the pages of visitors and members load (app/entry.server.tsx). It lacks the routes of
 * the office and of the teachers, and those without a page and an action, such as files.
 */
function writeSiteManifest() {
  for (const file of globSync('build/client/assets/manifest-*.js')) {
    const [, assignment = '', json = ''] = /^([^{]*)(.*\})/s.exec(readFileSync(file, 'utf8')) ?? []
    const { routes, url, ...manifest } = JSON.parse(json)
    const isOffice = (id?: string): boolean =>
      id !== undefined &&
      (id === 'office/office' || id.startsWith('teachers/') || isOffice(routes[id]?.parentId))
    // The scripts that every page loads need no preload.
    const loadedByEveryPage = [...manifest.entry.imports, ...routes.root.imports]
    const siteRoutes = Object.entries<ManifestRoute>(routes)
      .filter(([id, { hasDefaultExport, hasAction }]) => !isOffice(id) && (hasDefaultExport || hasAction))
      .map(([id, route]) => [
        id,
        { ...route, imports: route.imports.filter((file) => !loadedByEveryPage.includes(file)) },
      ])
    const site = { ...manifest, url: siteManifest(url), routes: Object.fromEntries(siteRoutes) }
    // React Router takes an absent property for false.
    const siteJson = JSON.stringify(site, (_key, value) => (value === false ? undefined : value))
    writeFileSync(siteManifest(file), `${assignment}${siteJson};`)
  }
}

export default {
  ssr: true,
  // Pages stay small: the manifest loads with the scripts.
  routeDiscovery: { mode: 'initial' },
  buildEnd: () => {
    writeSiteManifest()
    for (const file of globSync('build/client/**/*.{js,css,svg,txt}')) {
      const plain = readFileSync(file)
      writeFileSync(`${file}.br`, brotliCompressSync(plain))
      writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }))
    }
  },
} satisfies Config
