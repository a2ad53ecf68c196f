// `npm run observatory`: grades the running site by MDN Observatory, locally.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, run } from './install.mjs'

/** No dependency: it brings 233 packages with native code. */
const SCANNER = '@mdn/mdn-http-observatory@1.4.8'
/** The least score that passes. */
const ENOUGH = 125

const site = new URL(process.argv[2] ?? 'http://localhost:3000')
const folder = join(root, 'node_modules', '.cache', 'observatory')
const scanner = join(folder, 'node_modules', '@mdn', 'mdn-http-observatory')
const load = (file) => import(pathToFileURL(join(scanner, 'src', file)).href)

await mkdir(folder, { recursive: true })
const options = [
  '--prefix',
  folder,
  '--ignore-scripts',
  '--no-save',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]
if ((await run('npm', ['install', ...options, SCANNER])) !== 0) process.exit(1)
// Else it downloads the preload list.
await writeFile(join(scanner, 'conf', 'hsts-preload.json'), '{}')

const { retrieve } = await load('retriever/retriever.js')
const { ALL_TESTS } = await load('constants.js')
const { getGradeForScore, getScoreModifier } = await load('grader/grader.js')

const found = await retrieve(site.hostname, { httpPort: site.port, httpsPort: site.port })
if (!found.responses.auto) {
  console.error(
    `Nessuno risponde a ${site.origin}: avvia prima il sito, con PUBLIC_ORIGIN=https://localhost.`,
  )
  process.exit(1)
}
behindTls(found)

const results = ALL_TESTS.map((grade) => grade(found).result)
const score = results.reduce((sum, result) => sum + getScoreModifier(result), 100)
for (const result of results) console.log(String(getScoreModifier(result)).padStart(4), result)
console.log(`${String(score).padStart(4)} ${getGradeForScore(score).grade}`)
process.exitCode = score >= ENOUGH ? 0 : 1

/** Assumes a proxy that ends TLS and redirects http. */
function behindTls({ responses, session }) {
  const [http, https] = [new URL(`http://${site.hostname}/`), new URL(`https://${site.hostname}/`)]
  responses.auto = { ...responses.auto, verified: true }
  responses.https = responses.auto
  responses.httpRedirects = [
    { url: http, status: 301 },
    { url: https, status: 200 },
  ]
  session.url = https
}
