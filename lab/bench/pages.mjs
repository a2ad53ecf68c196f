// Pages under load: kept ones against nginx and Node, fresh ones against React alone.
import { randomUUID } from 'node:crypto'
import { findTool } from '../../scripts/machine.mjs'
import { freePort } from '../../scripts/postgres.mjs'
import { render, treeOf } from './react-alone.mjs'
import { median } from './site.mjs'
import { load, nginxVersion, rawAnswer, startBare, startNginx } from './wrk.mjs'

const PAGES = ['/', '/corsi', '/corsi/marketing-strategico-e-vendite-4-0']
/** Rounds of each side, in turn; renderings per round. */
export const ROUNDS = 9
const RENDERINGS = 25
/** A cookie bypasses the page cache. */
const BROWSER = { 'Accept-Encoding': 'br' }
export const AFRESH = { ...BROWSER, Cookie: 'afresh=1' }
export const METRICS_TOKEN = randomUUID()

const wrk = await findTool('wrk')

/**
 * The same bytes from the cache, nginx and Node, in turn.
 * @returns nginx's `version`, and `rows`: `path`, `bytes`, and `ours`, `theirs`, `node` with `rate` (requests/s) and
 * `p99` (ms)
 */
export async function keptPages(site, folder) {
  const nginx = await findTool('nginx')
  const answers = await Promise.all(PAGES.map((path) => rawAnswer(site.url + path, BROWSER)))
  const files = await startNginx(nginx, await freePort(), folder, answers)
  const rows = []
  try {
    for (const [page, path] of PAGES.entries()) {
      const bare = await startBare(answers[page])
      const told = { nginx: [], site: [], bare: [] }
      const addresses = { nginx: files.addresses[page], site: site.url + path, bare: bare.address }
      for (let round = -1; round < ROUNDS; round++) {
        for (const [name, address] of Object.entries(addresses)) {
          const outcome = await load(wrk, address, { headers: BROWSER })
          if (round >= 0) told[name].push(outcome)
        }
      }
      await bare.stop()
      const [ours, theirs, node] = [told.site, told.nginx, told.bare].map((outcomes) => ({
        rate: median(outcomes.map(({ rate }) => rate)),
        p99: median(outcomes.map(({ p99 }) => p99)),
      }))
      rows.push({ path, bytes: answers[page].body.length, ours, theirs, node })
      console.log(`kept ${path}: ${ours.rate.toFixed(0)} of ${theirs.rate.toFixed(0)} requests/s`)
    }
  } finally {
    await files.stop()
  }
  return { version: nginxVersion(nginx), rows }
}

/**
 * Pages with database and React, one at a time and eight at once, and React alone.
 * @returns `path`, `one`, `react` and `alone` (ms), `rate` (requests/s)
 */
export async function freshPages(site) {
  const rows = []
  for (const path of PAGES) {
    const address = site.url + path
    const asked = { headers: AFRESH, seconds: 1 }
    const tree = treeOf(await (await fetch(address, { headers: AFRESH })).text())
    const told = { one: [], rate: [], alone: [] }
    let before
    for (let round = -1; round < ROUNDS; round++) {
      if (round === 0) before = await reactTime(site)
      const { p50 } = await load(wrk, address, { ...asked, connections: 1 })
      const alone = await renderings(tree)
      if (round < 0) continue
      told.one.push(p50)
      told.alone.push(alone)
    }
    const after = await reactTime(site)
    for (let round = -1; round < ROUNDS; round++) {
      const { rate } = await load(wrk, address, { ...asked, connections: 8 })
      if (round >= 0) told.rate.push(rate)
    }
    const [one, rate, alone] = [told.one, told.rate, told.alone].map(median)
    const react = (1_000 * (after.seconds - before.seconds)) / (after.pages - before.pages)
    rows.push({ path, one, rate, react, alone })
    console.log(`fresh ${path}: ${one.toFixed(2)} ms, ${rate.toFixed(0)} requests/s`)
  }
  return rows
}

/** Milliseconds per rendering. */
async function renderings(tree) {
  const began = performance.now()
  for (let page = 0; page < RENDERINGS; page++) await render(tree)
  return (performance.now() - began) / RENDERINGS
}

/** From the metrics. */
async function reactTime({ url }) {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  const read = (name) => Number(new RegExp(`^site_render_duration_seconds_${name} (.*)$`, 'm').exec(text)[1])
  return { seconds: read('sum'), pages: read('count') }
}
