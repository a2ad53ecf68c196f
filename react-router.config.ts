import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Config } from '@react-router/dev/config'
import { siteManifest } from './app/http/site-manifest'

type ManifestRoute = { imports: string[]; hasDefaultExport: boolean; hasAction: boolean }

/**
 * The manifest of the pages outside the rooms of office and teachers, without their addresses (app/entry.server.tsx) and
 * without those that are only read, which links open outside the application.
 */
function writeSiteManifest() {
  for (const file of globSync('build/client/assets/manifest-*.js')) {
    const [, assignment = '', json = ''] = /^([^{]*)(.*\})/s.exec(readFileSync(file, 'utf8')) ?? []
    const { routes, url, ...manifest } = JSON.parse(json)
    const isOffice = (id?: string): boolean =>
      id !== undefined &&
      (id === 'office/office' || id.startsWith('teachers/') || isOffice(routes[id]?.parentId))
    // What every page has loaded needs no preload, and an absent answer is false.
    const loaded = [...manifest.entry.imports, ...routes.root.imports]
    const outside = Object.entries<ManifestRoute>(routes)
      .filter(([id, { hasDefaultExport, hasAction }]) => !isOffice(id) && (hasDefaultExport || hasAction))
      .map(([id, route]) => [
        id,
        { ...route, imports: route.imports.filter((file) => !loaded.includes(file)) },
      ])
    const site = { ...manifest, url: siteManifest(url), routes: Object.fromEntries(outside) }
    const written = JSON.stringify(site, (_key, value) => (value === false ? undefined : value))
    writeFileSync(siteManifest(file), `${assignment}${written};`)
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
