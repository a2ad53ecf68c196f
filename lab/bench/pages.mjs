// Pages under load: kept ones against nginx and Node, fresh ones against React and React Router alone.
import { randomUUID } from 'node:crypto'
import { findTool } from '../../scripts/machine.mjs'
import { freePort } from '../../scripts/postgres.mjs'
import { render, routeOf, treeOf } from './react-alone.mjs'
import { median } from './site.mjs'
import { load, nginxVersion, rawAnswer, startBare, startNginx } from './wrk.mjs'

const PAGES = ['/', '/corsi', '/corsi/marketing-strategico-e-vendite-4-0']
/** Rounds of each side, in turn; renderings per round. */
export const ROUNDS = 9
const RENDERINGS = 25
/** Headers of a visitor. With a cookie (`AFRESH`) the page cache is bypassed. */
export const BROWSER = { 'Accept-Encoding': 'br' }
export const AFRESH = { ...BROWSER, Cookie: 'afresh=1' }
export const METRICS_TOKEN = randomUUID()

const wrk = await findTool('wrk')

/**
 * The same bytes from the cache, nginx and Node, in turn.
 * @returns nginx's `version`, and `rows`: `path`, `bytes`, and `ofSite`, `ofNginx`, `ofNode` with `rate` (requests/s) and
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
      const outcomes = { nginx: [], site: [], bare: [] }
      const addresses = { nginx: files.addresses[page], site: site.url + path, bare: bare.address }
      for (let round = -1; round < ROUNDS; round++) {
        for (const [name, address] of Object.entries(addresses)) {
          const outcome = await load(wrk, address, { headers: BROWSER })
          if (round >= 0) outcomes[name].push(outcome)
        }
      }
      await bare.stop()
      const [ofSite, ofNginx, ofNode] = [outcomes.site, outcomes.nginx, outcomes.bare].map((measured) => ({
        rate: median(measured.map(({ rate }) => rate)),
        p99: median(measured.map(({ p99 }) => p99)),
      }))
      rows.push({ path, bytes: answers[page].body.length, ofSite, ofNginx, ofNode })
      console.log(`kept ${path}: ${ofSite.rate.toFixed(0)} of ${ofNginx.rate.toFixed(0)} requests/s`)
    }
  } finally {
    await files.stop()
  }
  return { version: nginxVersion(nginx), rows }
}

/**
 * Pages with database and React, one at a time and eight at once; React alone, and React Router alone.
 * @returns `path`, `single`, `react`, `alone` and `router` (ms), `rate` (requests/s)
 */
export async function freshPages(site) {
  const rows = []
  for (const path of PAGES) {
    const address = site.url + path
    const asked = { headers: AFRESH, seconds: 1 }
    const html = await (await fetch(address, { headers: AFRESH })).text()
    const tree = treeOf(html)
    const route = routeOf(html, address)
    for (const [name, element] of [
      ['React', tree],
      ['React Router', await route()],
    ])
      expectWhole(name, await render(element), html)
    const figures = { single: [], rate: [], alone: [], router: [] }
    let before
    for (let round = -1; round < ROUNDS; round++) {
      if (round === 0) before = await reactTime(site)
      const { p50 } = await load(wrk, address, { ...asked, connections: 1 })
      const alone = await renderings(() => tree)
      const routed = await renderings(route)
      if (round < 0) continue
      figures.single.push(p50)
      figures.alone.push(alone)
      figures.router.push(routed)
    }
    const after = await reactTime(site)
    for (let round = -1; round < ROUNDS; round++) {
      const { rate } = await load(wrk, address, { ...asked, connections: 8 })
      if (round >= 0) figures.rate.push(rate)
    }
    const [single, rate, alone, router] = [figures.single, figures.rate, figures.alone, figures.router].map(
      median,
    )
    const react = (1_000 * (after.seconds - before.seconds)) / (after.pages - before.pages)
    rows.push({ path, single, rate, react, alone, router })
    console.log(`fresh ${path}: ${single.toFixed(2)} ms, ${rate.toFixed(0)} requests/s`)
  }
  return rows
}

/** Throws if a rendering lacks a part of the page: its figure would say nothing. */
function expectWhole(name, rendered, page) {
  const tags = (html) => (html.replace(/<(script|style)\b.*?<\/\1>/gis, '').match(/<[a-z]/gi) ?? []).length
  if (tags(rendered) < tags(page) * 0.98)
    throw new Error(`${name} alone renders ${tags(rendered)} of the ${tags(page)} elements of the page`)
}

/** Milliseconds that one rendering takes. */
async function renderings(elementFor) {
  const began = performance.now()
  for (let page = 0; page < RENDERINGS; page++) await render(await elementFor())
  return (performance.now() - began) / RENDERINGS
}

/** The seconds that a site has rendered and the pages, from its metrics. */
async function reactTime({ url }) {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  const read = (name) => Number(new RegExp(`^site_render_duration_seconds_${name} (.*)$`, 'm').exec(text)[1])
  return { seconds: read('sum'), pages: read('count') }
}
