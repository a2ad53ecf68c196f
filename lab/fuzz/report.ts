import { inspect } from 'node:util'
import { routeOf } from './addresses'
import { SLOW } from './verdict'
import type { Call, WireResponse } from './wire'
import type { Who } from './world'

const CLASSES = ['2xx', '3xx', '4xx', '429', '5xx', 'none'] as const
type Row = { counts: Record<(typeof CLASSES)[number], number>; times: number[] }
type Slow = { ms: number; first: number; what: string }

/** Findings that are printed in full; others are only counted. */
const SHOWN_FINDINGS = 40

export class Report {
  sent = 0
  findings = 0
  readonly #rows = new Map<string, Row>()
  readonly #told = new Map<string, { times: number; example: string }>()
  #slowest: Slow[] = []

  add(who: Who, address: string, call: Call, response: WireResponse, faults: string[]) {
    this.sent += 1
    const row = this.#rows.get(address) ?? {
      counts: { '2xx': 0, '3xx': 0, '4xx': 0, '429': 0, '5xx': 0, none: 0 },
      times: [],
    }
    row.counts[classOf(response.status)] += 1
    row.times.push(response.ms)
    this.#rows.set(address, row)
    this.#rank(response.ms, response.ms, `${callName(who, call)} → ${response.status}`)
    for (const fault of faults)
      this.fault(
        `${address}: ${fault}`,
        `#${this.sent} as ${who}: ${describeCall(call)}\n${describeResponse(response)}`,
      )
  }

  /** `best`: the fastest repetition alone, in milliseconds. */
  slow(who: Who, call: Call, first: number, best: number) {
    const what = callName(who, call)
    this.#slowest = this.#slowest.filter((other) => other.first !== first)
    this.#rank(best, first, what)
    if (best > SLOW)
      this.fault(`${routeOf(call.target).address}: slower than ${SLOW} ms each time`, describeCall(call))
  }

  #rank(ms: number, first: number, what: string) {
    this.#slowest = [...this.#slowest, { ms, first, what }].sort((a, b) => b.ms - a.ms).slice(0, 10)
  }

  fault(name: string, example: string) {
    this.findings += 1
    const known = this.#told.get(name)
    if (known) known.times += 1
    else {
      this.#told.set(name, { times: 1, example })
      if (this.#told.size <= SHOWN_FINDINGS) console.log(`\n✗ ${name}\n${example}\n`)
    }
  }

  /** A logged fault counts, whatever the response. */
  readLog(log: string) {
    for (const line of log.split('\n')) {
      if (!line.startsWith('{')) {
        if (/\b(Uncaught|Unhandled|Warning:|Error:)/.test(line))
          this.fault(`on the console: ${line.slice(0, 120)}`, line)
        continue
      }
      const entry = JSON.parse(line)
      if (entry.level < 50) continue
      const reason = String(entry.err?.cause?.message ?? entry.err?.message ?? '').split('\n')[0]
      this.fault(`in the log: ${entry.msg}: ${reason?.slice(0, 160)}`, inspect(entry).slice(0, 2_500))
    }
  }

  print() {
    const head = [...CLASSES, 'ms p50', 'p99', 'max'].map((name) => name.padStart(7)).join('')
    console.log(`\n${'address'.padEnd(44)}${'sent'.padStart(7)}${head}`)
    for (const [address, { counts, times }] of [...this.#rows].sort()) {
      times.sort((a, b) => a - b)
      const at = (share: number) => times[Math.ceil(times.length * share) - 1]?.toFixed(0) ?? ''
      const cells = [times.length, ...CLASSES.map((name) => counts[name] || ''), at(0.5), at(0.99), at(1)]
      console.log(address.padEnd(44) + cells.map((cell) => String(cell).padStart(7)).join(''))
    }
    console.log('\nslowest, each at its best (and at first), in ms')
    for (const { ms, first, what } of this.#slowest.slice(0, 10))
      console.log(`${ms.toFixed(0).padStart(6)} (${first.toFixed(0)})  ${what}`)
    console.log(`\n${this.sent} requests, ${this.findings} findings of ${this.#told.size} kinds`)
    for (const [name, { times }] of this.#told)
      console.log(`${String(times).padStart(6)} × ${name.replaceAll('\n', ' ')}`)
  }
}

function classOf(status: number): (typeof CLASSES)[number] {
  if (status === 0) return 'none'
  return status === 429 ? '429' : (`${Math.floor(status / 100)}xx` as (typeof CLASSES)[number])
}

const callName = (who: Who, { method, target }: Call) => `${method} ${target.slice(0, 100)} as ${who}`

function describeCall({ method, target, headers, body, framing, cut }: Call): string {
  const head = headers.map(([name, value]) => `${name}: ${value.slice(0, 200)}`).join('\n  ')
  const sent = body
    ? `\n  body of ${body.length} (${framing ?? 'right'}, ${cut ?? 'whole'}): ${inspect(body.toString().slice(0, 600))}`
    : ''
  return `${method} ${target.slice(0, 600)}\n  ${head}${sent}`
}

function describeResponse({ status, headers, body, ms }: WireResponse): string {
  return `→ ${status} in ${ms.toFixed(0)} ms, ${headers.get('Content-Type')}: ${inspect(body.toString().slice(0, 300))}`
}
