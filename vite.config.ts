import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** What every page needs and few releases change: one file, which compresses better and which browsers keep. */
const react = { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// }

/** Small parts that most public pages need, none with a style of its own (0002): one file in the place of a dozen. */
const shared = {
  name: 'shared',
  test: /app\/(ui\/(form|format|icon|mail-link|offline-form|page-head|query|submit|toast)|(accounts|contacts|courses|enrolments|parsing)\/[\w.]*rules|content\/(company|legal))\.tsx?$/,
  minShareCount: 2,
}

/**
 * The built server holds the packages too: to find and read their 1,300 files took most of its start. These are found
 * at run time: two come with files of their own, and on the third one may listen (`lab/bench/statements.mjs`).
 */
export const packages = {
  noExternal: true as const,
  external: ['@electric-sql/pglite', '@resvg/resvg-js', 'pg'],
}

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  define: { 'import.meta.env.BUILT_AT': JSON.stringify(new Date().toISOString()) },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: [react, shared] } } } } },
    // The server's own entry: one bundle holds the HTTP server and the application, so they share the database.
    ssr: {
      build: { target: 'node24', rollupOptions: { input: './server.ts' } },
      ...(command === 'build' && { resolve: packages }),
    },
  },
}))
