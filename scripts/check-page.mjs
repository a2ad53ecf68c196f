// Last step of a build: counts in a rendered page what app/entry.server.tsx and app/ui/hydrate-on-intent.ts changed.
import { root } from './install.mjs'

const PAGE = '/auth'

// Without settings and a database.
process.env = { NODE_ENV: 'production' }
process.chdir(root)
const { renderForCheck } = await import('../build/server/index.js')
const { html, policy } = await renderForCheck(PAGE)

const count = (pattern, text = html) => text.match(pattern)?.length ?? 0
const [, inert = ''] = /<script type="text\/plain" id="app">(.*?)<\/script>/s.exec(html) ?? []
const [scripts = '', styles = ''] = policy?.split('; ').slice(1) ?? []
const sheets = count(/<link[^>]*stylesheet/g)

const checks = [
  ['fogli di stile del file app.css nella testata', count(/<style>@layer reset.*<\/style><\/head>/gs), 1],
  [
    'fogli di stile disattivati',
    count(/<link[^>]*stylesheet[^>]* type="text\/plain"/g),
    sheets || 'almeno 1',
  ],
  ['avvii dell’applicazione nel modulo inerte', count(/import\("[^"]*entry\.client/g, inert), 1],
  ['script che lo copiano', count(/getElementById\('app'\)\.textContent/g), 1],
  ['file di script nominati fuori dal modulo', count(/\.js\b/g) - count(/\.js\b/g, inert), 0],
  ['script nella politica', count(/'sha256-/g, scripts), count(/<script\b[^>]*>(?!<)/g)],
  ['stili nella politica', count(/'sha256-/g, styles), count(/<style\b/g)],
]
const wrong = checks.filter(([, found, expected]) => found !== expected)
for (const [what, found, expected] of wrong)
  process.stderr.write(`Pagina ${PAGE}, ${what}: ${found} invece di ${expected}.\n`)
if (wrong.length > 0)
  process.stderr.write(
    'L’HTML di React Router è cambiato: correggi app/entry.server.tsx e app/ui/hydrate-on-intent.ts.\n',
  )
process.exit(wrong.length > 0 ? 1 : 0)
