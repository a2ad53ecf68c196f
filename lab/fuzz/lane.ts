import fc from 'fast-check'
import { ADDRESSES } from '../../tests/documents'
import { routeOf } from './addresses'
import { type CallContext, callOf } from './calls'
import { formsOf } from './page'
import { People, type Person } from './people'
import { plan } from './plan'
import type { Report } from './report'
import type { Site } from './site'
import { faultsOf, SLOW } from './verdict'
import { type Call, isCut, type WireResponse } from './wire'
import { type Who, World } from './world'

const ROLES: Who[] = ['stranger', 'member', 'admin']

/** People who send one request after the other; several lanes run at once. */
export class Lane {
  readonly #site: Site
  readonly #report: Report
  readonly #people: People
  readonly #world = new World()
  readonly #suspects: { person: Person; call: Call; ms: number }[] = []
  #keeper = ''

  constructor(site: Site, report: Report, number: number) {
    this.#site = site
    this.#report = report
    this.#people = new People(site, number)
  }

  /** Visits every address as each kind of person. */
  async walk() {
    this.#keeper = await this.#people.idOfKeeper()
    for (const who of ROLES) {
      const person = await this.#people.get(who)
      for (let turn = 0; turn < 2; turn++)
        for (const address of ADDRESSES) await this.#send(person, aRead(this.#world.filled(address, turn)))
    }
  }

  /** With new people, whose limits are fresh. */
  async round(seed: number, requests: number, examples: CallContext['examples']) {
    for (const who of ROLES) await this.#people.renew(who)
    for (const next of fc.sample(plan, { seed, numRuns: requests })) {
      const person = await this.#people.get(next.who)
      const formsAt = async (target: string) =>
        formsOf(String((await this.#send(person, aRead(target, next.caller))).body), target)
      const standing = { world: this.#world, examples, formsAt, password: person.password }
      await this.#send(person, await callOf(next, standing))
    }
  }

  /** Repeats slow requests alone: only what is slow each time counts. */
  async judge() {
    for (const { person, call, ms } of this.#suspects.splice(0)) {
      let best = ms
      for (let again = 0; again < 4 && best > SLOW; again++)
        best = Math.min(best, (await person.send(call)).ms)
      this.#report.slow(person.who, call, ms, best)
    }
  }

  async #send(person: Person, call: Call): Promise<WireResponse> {
    const response = await person.send(call)
    const { address } = routeOf(call.target)
    const isSlow = response.ms > SLOW && !isCut(call)
    if (isSlow) this.#suspects.push({ person, call, ms: response.ms })
    const isLate = isSlow && response.status === 0
    this.#report.add(person.who, address, call, response, isLate ? [] : faultsOf(call, response, this.#site))
    const isPage = call.method === 'GET' && response.headers.get('Content-Type')?.startsWith('text/html')
    if (isPage && response.status === 200 && call.target.length < 500)
      this.#world.learn(person.who, call.target, String(response.body), this.#keeper)
    return response
  }
}

export function aRead(target: string, caller = '10.0.0.1'): Call {
  const headers: Call['headers'] = [
    ['Host', 'localhost'],
    ['Accept', 'text/html'],
    ['X-Forwarded-For', caller],
  ]
  return { method: 'GET', target, headers }
}
