import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Config } from '@react-router/dev/config'
import { siteManifest } from './app/http/site-manifest'

/** The manifest of the pages outside the office, without its addresses (app/entry.server.tsx). */
function writeSiteManifest() {
  for (const file of globSync('build/client/assets/manifest-*.js')) {
    const [, assignment = '', json = ''] = /^([^{]*)(.*\})/s.exec(readFileSync(file, 'utf8')) ?? []
    const { routes, url, ...manifest } = JSON.parse(json)
    const isOffice = (id?: string): boolean =>
      id !== undefined && (id === 'admin/admin' || isOffice(routes[id]?.parentId))
    const outside = Object.entries(routes).filter(([id]) => !isOffice(id))
    const site = { ...manifest, url: siteManifest(url), routes: Object.fromEntries(outside) }
    writeFileSync(siteManifest(file), `${assignment}${JSON.stringify(site)};`)
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
