import type { Site } from './site'
import { type Call, send, type WireResponse } from './wire'
import type { Who } from './world'

/** A person with a browser: cookies and typed values. */
export class Person {
  readonly who: Who
  readonly email: string
  readonly password: string
  readonly #port: number
  readonly #cookies = new Map<string, string>()
  isOut = true

  constructor(site: Site, who: Who, email = '', password = '') {
    this.#port = site.port
    this.who = who
    this.email = email
    this.password = password
  }

  async send(call: Call): Promise<WireResponse> {
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`)
    const odd = call.headers.flatMap(([name, value]) => (name === 'Cookie' ? value : []))
    const cookie = [...cookies, ...odd].join('; ')
    const headers = call.headers.filter(([name]) => name !== 'Cookie')
    const response = await send(this.#port, {
      ...call,
      headers: cookie ? [...headers, ['Cookie', cookie]] : headers,
    })
    this.#keep(response.headers)
    return response
  }

  #keep(headers: Headers) {
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(cookie) ?? []
      const gone = value === '' || /max-age=0\b/i.test(attributes)
      if (gone) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
      if (name.endsWith('session')) this.isOut = gone
    }
    if (this.who !== 'stranger' && headers.get('Location')?.startsWith('/auth')) this.isOut = true
  }

  read(target: string): Promise<WireResponse> {
    return this.send({ method: 'GET', target, headers: this.#head() })
  }

  submit(target: string, fields: Record<string, string>): Promise<WireResponse> {
    const type: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded']
    const body = Buffer.from(new URLSearchParams(fields).toString())
    return this.send({ method: 'POST', target, headers: [...this.#head(), type], body })
  }

  /** A new address each time, because of the limits. */
  #head(): Call['headers'] {
    callers += 1
    const address = `172.16.${(callers >> 8) & 255}.${callers & 255}`
    return [
      ['Host', 'localhost'],
      ['Accept', 'text/html'],
      ['X-Forwarded-For', address],
    ]
  }

  async signIn(): Promise<boolean> {
    this.#cookies.clear()
    const { email, password } = this
    const response = await this.submit('/auth', { intent: 'login', email, password })
    this.isOut = response.status !== 302
    return !this.isOut
  }
}

let callers = 0

/** The keeper makes administrators; requests spare them. */
export class People {
  readonly #site: Site
  readonly #keeper: Person
  readonly #now = new Map<Who, Person>()
  readonly #lane: number
  #made = 0

  constructor(site: Site, lane: number) {
    this.#site = site
    this.#lane = lane
    this.#keeper = new Person(site, 'admin', site.keeper.email, site.keeper.password)
  }

  /** A signed-in person of this role, new if necessary. */
  async get(who: Who): Promise<Person> {
    const person = this.#now.get(who)
    if (person && (who === 'stranger' || !person.isOut || (await person.signIn()))) return person
    return this.renew(who)
  }

  async renew(who: Who): Promise<Person> {
    const person = who === 'stranger' ? new Person(this.#site, who) : await this.#newcomer(who)
    this.#now.set(who, person)
    return person
  }

  async #newcomer(who: Who): Promise<Person> {
    this.#made += 1
    const person = new Person(this.#site, who, `persona${this.#lane}-${this.#made}@example.net`, PASSWORD)
    const { email, password } = person
    const names = { firstName: 'Prova', lastName: `Numero ${'abcdefghij'.charAt(this.#made % 10)}` }
    await person.submit('/auth', { intent: 'signup', ...names, email, password, confirmPassword: password })
    const link = await this.#site.printed(
      new RegExp(`Email per ${email} .*/auth/conferma\\?token=([^&\\s]+)`),
    )
    await person.submit('/auth/conferma', { token: link, password })
    if (who === 'admin') await this.#promote(email)
    if (!(await person.signIn())) throw new Error(`${email} did not get in.`)
    return person
  }

  async #promote(email: string) {
    const page = `/admin/people?q=${encodeURIComponent(email)}`
    let found = await this.#keeper.read(page)
    if (found.status !== 200 && (await this.#keeper.signIn())) found = await this.#keeper.read(page)
    const id = PERSON.exec(String(found.body))?.[1]
    if (!id) throw new Error(`${email} was not found by the keeper: ${found.status}.`)
    await this.#keeper.submit(`/admin/people/${id}/ruolo`, { role: 'admin' })
  }

  /** The id in the keeper's pages. */
  async idOfKeeper(): Promise<string> {
    const admin = await this.get('admin')
    const page = await admin.read(`/admin/people?q=${encodeURIComponent(this.#keeper.email)}`)
    const id = PERSON.exec(String(page.body))?.[1]
    if (!id) throw new Error(`The keeper was not found: ${page.status}.`)
    return id
  }
}

const PERSON = /\/admin\/people\/([\w-]{20,})"/
const PASSWORD = 'torchio-di-castignano'
