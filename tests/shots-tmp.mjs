import { chromium } from 'playwright-core'
const BASE = process.env.BASE ?? 'http://localhost:5143'
const OUT = process.env.OUT ?? '/tmp/s43/shots'
import { mkdirSync } from 'node:fs'
mkdirSync(OUT, { recursive: true })
const [who, ...rest] = process.argv.slice(2)
const accounts = { admin: ['segreteria@example.org', 'travertino-e-inchiostro'], member: ['giulia.rossi@example.org', 'loggia-di-ascoli'] }
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const c = await b.newContext({ reducedMotion: 'reduce' })
const p = await c.newPage()
if (accounts[who]) {
  await p.goto(`${BASE}/auth`)
  await p.getByLabel('Email').first().fill(accounts[who][0])
  await p.getByLabel('Password', { exact: true }).first().fill(accounts[who][1])
  await Promise.all([p.waitForURL((u) => !u.pathname.startsWith('/auth')), p.getByRole('button', { name: 'Accedi' }).last().click()])
}
for (const spec of rest) {
  const [name, path] = spec.split('=')
  for (const w of [390, 768, 1280]) {
    await p.setViewportSize({ width: w, height: w === 390 ? 844 : 800 })
    await p.goto(BASE + path)
    await p.evaluate(() => document.fonts.ready)
    await p.screenshot({ path: `${OUT}/${name}-${w}.png` })
    const m = await p.evaluate(() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth])
    if (m[1] > w) console.log('SIDEWAYS', name, w, m[1])
    if (m[0] > 850) await p.screenshot({ path: `${OUT}/${name}-${w}-tutta.png`, fullPage: true })
    console.log(name, w, m[0])
  }
}
await b.close()
