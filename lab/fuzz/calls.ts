import { ROUTES } from './addresses'
import { type Body, encoded, fileOf, filledForm, json, mutate, type Pair, urlencoded } from './bodies'
import { percent } from './hostile'
import type { Form } from './page'
import type { Change, Plan } from './plan'
import type { Call } from './wire'
import { itemAt, type World } from './world'

/** What a plan needs to become a request: the password of the sender, and what is known of the site. */
export type CallContext = {
  world: World
  password: string
  /** Valid bodies by address. */
  examples: ReadonlyMap<string, Record<string, unknown>>
  /** Reads a page and returns its forms. */
  formsAt: (target: string) => Promise<Form[]>
}

/** A request without its headers and framing. */
type BareCall = { method: string; target: string; type?: string; bytes?: Buffer; accept?: string }

/** Turns a plan into a request. */
export async function callOf(plan: Plan, context: CallContext): Promise<Call> {
  const { method, target, type, bytes, accept = 'text/html' } = await bareCall(plan, context)
  const headers: Call['headers'] = [
    ['Host', 'localhost'],
    ['User-Agent', 'fuzz'],
    ['Accept', accept],
    ['X-Forwarded-For', plan.caller],
    ...(type ? [['Content-Type', Buffer.from(type).toString('latin1')] as [string, string]] : []),
  ]
  for (const [name, value] of plan.headers) {
    const before = headers.findIndex(([other]) => other === name)
    if (before >= 0) headers.splice(before, 1)
    headers.push([name, value])
  }
  return { method, target, headers, ...frame(bytes, plan.framing) }
}

function frame(body: Buffer | undefined, framing: Plan['framing']): Partial<Call> {
  if (!body) return framing === 'longer' ? { body: Buffer.from('x'), framing: 9 } : {}
  const { length } = body
  switch (framing) {
    case 'chunked':
    case 'both':
      return { body, framing }
    case 'longer':
      return { body, framing: length + 9 }
    case 'shorter':
      return { body, framing: length >> 1 }
    case 'cut':
      return { body, cut: length >> 1 }
    default:
      return { body }
  }
}

async function bareCall({ who, address, known, part, deed }: Plan, context: CallContext): Promise<BareCall> {
  const { world } = context
  const somewhere = world.path(address, known)
  const target = part === undefined ? somewhere : hostilePath(somewhere, part)
  switch (deed.does) {
    case 'read': {
      const read = withQuery(target, deed.query)
      return { method: 'GET', target: deed.data === false ? read : asData(read, deed.data) }
    }
    case 'submit': {
      const page = world.formed(who, address, known)
      // A logout would end the person's part.
      const forms = (await context.formsAt(page)).filter(({ action }) => action !== '/logout')
      const form = (deed.older === null ? undefined : world.form(deed.older)) ?? itemAt(forms, deed.form)
      return form ? submission(form, deed, context) : { method: 'GET', target }
    }
    case 'call': {
      const [path = '', example = {}] = itemAt([...context.examples, [somewhere, {}] as const], address) ?? []
      const { type, bytes } = json(example, deed.call)
      return { method: 'POST', target: path, type, bytes, accept: 'application/json' }
    }
    case 'post':
      return post(target, encoded(pairsOf(deed.fields), 'urlencoded', 'none'))
    case 'upload': {
      const files = deed.files.map((file): Pair => ['file', fileOf(file)])
      return post(target, encoded([...files, ...pairsOf(deed.fields)], 'multipart', deed.spoil))
    }
    case 'method':
      return { method: deed.method, target }
    case 'path':
      return { method: 'GET', target: Buffer.from(deed.path).toString('latin1') }
  }
}

const pairsOf = (fields: { name: string; value: string }[]) =>
  fields.map(({ name, value }): Pair => [name, value])
const post = (target: string, { type, bytes }: Body): BareCall => ({ method: 'POST', target, type, bytes })

function submission(
  form: Form,
  deed: Extract<Plan['deed'], { does: 'submit' }>,
  context: CallContext,
): BareCall {
  const pairs = mutate(filledForm(form, deed.button, deed.files, context.password), deed.change)
  const [path = '/', query = ''] = form.action.split('?')
  if (form.method === 'GET') return { method: 'GET', target: `${path}?${urlencoded(pairs)}` }
  const meant = form.bringsFiles ? 'multipart' : 'urlencoded'
  const body = encoded(pairs, deed.encoding === 'meant' ? meant : deed.encoding, deed.spoil)
  const action = query ? `${path}?${query}` : path
  return {
    ...post(deed.data ? asData(action, '') : action, body),
    ...(form.bringsFiles && deed.script && { accept: 'application/json' }),
  }
}

/** Replaces the last part of a path, or its first name. */
function hostilePath(target: string, part: string): string {
  const [path = '', query] = target.split('?')
  const hostile = path.replace(/[^/]*$/, percent(part.slice(0, 4_000)))
  return query ? `${hostile}?${query}` : hostile
}

/** Most bytes of a query, below the limit of the server. */
const QUERY = 12_000

function withQuery(target: string, change: Change): string {
  const [path = '/', query = ''] = target.split('?')
  const pairs = mutate([...new URLSearchParams(query)], change)
  if (pairs.length === 0 && (change.as === 'one' || change.as === 'swapped')) return target
  const written = urlencoded(pairs).slice(0, QUERY).replace(/%.?$/, '')
  return written ? `${path}?${written}` : path
}

function asData(target: string, routes: string): string {
  const [path = '/', query = ''] = target.split('?')
  const asked = routes ? `_routes=${ROUTES.includes(routes) ? routes : percent(routes)}` : ''
  const whole = [query, asked].filter(Boolean).join('&').slice(0, QUERY)
  return `${path === '/' ? '/_root' : path}.data${whole ? `?${whole}` : ''}`
}
