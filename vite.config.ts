import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { LAYERS } from './app/ui/layers.ts'

/** Every sheet names the order of the layers; `app.css` does so itself. */
const layers: Plugin = {
  name: 'layers',
  enforce: 'pre',
  transform: (code, id) => (/(?<!\/app)\.css(\?|$)/.test(id) ? `${LAYERS}\n${code}` : undefined),
}

/** One file that releases rarely change. */
const react = { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// }

/** Small modules of most pages, and the frame of the public ones, in one file; none has a style (ADR 2). */
const shared = {
  name: 'shared',
  test: /app\/(ui\/(artwork\/(broken-aqueduct|mark)|forms\/(form|offline-form|submit)|overlays\/(announcer|menu|toasts)|icon|loading-line|mail-link|page-head|request-id|skip-link|toast)|public\/(footer|frame|opening-hours|problem)|runtime\/clock|accounts\/session\/session-refresh|italian\/(articles|dates|numbers|phones|prices)|parsing\/text\.rules|courses\/(((price|pages)\.)?rules|covers\/(cover|cover\.rules|photo))|catalogue\/course-page\/enrol-form|enrolments\/(refund-terms|leave\/terms)\.rules|content\/(company|legal)|site\/settings)\.tsx?$/,
}

/** Modules that most forms load together, and those that forms with kept text do. */
const fields = { name: 'fields', test: /app\/ui\/forms\/(error-summary|field|remaining-errors)\.tsx?$/ }
/** Small modules that the page of a course loads together. */
const course = {
  name: 'course',
  test: /app\/(.*\/(calendar-link|brochure-link|status-label)\.tsx|italian\/times\.ts|enrolments\/pages\.rules\.ts)$/,
}
const drafts = { name: 'drafts', test: /app\/ui\/forms\/(drafts|kept-text)\.ts$/ }

/**
 * The server bundle holds the packages: reading 1,300 files took most of its start. Exceptions bring files of their
 * own, or are observed (`lab/bench/statements.mjs`).
 */
export const packages = {
  noExternal: true as const,
  external: ['@electric-sql/pglite', '@resvg/resvg-js', 'fontkit', 'pdfkit', 'pg', 'sharp'],
}

/** Seven characters of a hash (42 bits) tell the versions of a file apart; each page names a hundred files. */
const names = {
  chunkFileNames: 'assets/[name]-[hash:7].js',
  entryFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
}

export default defineConfig(({ command }) => ({
  plugins: [layers, reactRouter()],
  define: { 'import.meta.env.BUILT_AT': JSON.stringify(new Date().toISOString()) },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: { ...names, codeSplitting: { groups: [react, shared, fields, drafts, course] } },
        },
      },
    },
    // One bundle of HTTP server and application, so they share the database.
    ssr: {
      build: { target: 'node24', rollupOptions: { input: './server.ts' } },
      ...(command === 'build' && { resolve: packages }),
    },
  },
}))
