import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The list of routes is a file of its own, loaded only when a page starts its scripts: pages stay small.
  routeDiscovery: { mode: 'initial' },
  // Files are compressed once, as well as it goes; the server hands out what the browser can read.
  buildEnd: () => {
    for (const file of globSync('build/client/**/*.{js,css,svg,txt}')) {
      const plain = readFileSync(file)
      writeFileSync(`${file}.br`, brotliCompressSync(plain))
      writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }))
    }
  },
} satisfies Config
