import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // Pages stay small: the manifest loads with the scripts.
  routeDiscovery: { mode: 'initial' },
  buildEnd: () => {
    for (const file of globSync('build/client/**/*.{js,css,svg,txt}')) {
      const plain = readFileSync(file)
      writeFileSync(`${file}.br`, brotliCompressSync(plain))
      writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }))
    }
  },
} satisfies Config
